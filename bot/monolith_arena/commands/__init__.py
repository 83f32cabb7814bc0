"""`/monolith`: the slash commands of Monolith Arena."""
