"""The rules of the games: pure Python, no Discord, no pictures, no database, no clock."""
