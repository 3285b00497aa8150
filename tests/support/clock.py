"""A clock for tests that wait."""


class Clock:
    """Time that passes by sleeping alone."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds
