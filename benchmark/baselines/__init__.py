"""The other systems: fixed-context defences, and active peers bound to our machine."""
