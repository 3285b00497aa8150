"""The domain: typed state, records, evidence policy, chains and the release rule."""
