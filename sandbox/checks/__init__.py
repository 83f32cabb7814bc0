"""Discord's rules for what a bot sends, as far as the published schemas leave them out."""
