"""The values that go into the store and come out of it: frozen, plain, without behaviour.

Times are whole unix milliseconds, ids of users, channels, messages and guilds are Discord's 64-bit numbers,
and whatever is JSON stays text here. Fields that may hold a secret are left out of the `repr`, so that a
logged record tells nothing.
"""
