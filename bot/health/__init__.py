"""How the bot is: for the operator, at a local port, in the log and at the command line."""
