"""Discord's own description of its API, cut down to what is checked here (see `NOTICE`)."""
