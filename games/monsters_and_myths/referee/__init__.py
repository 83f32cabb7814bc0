"""What referees, benchmarks and balance need; the bot imports none of it."""
