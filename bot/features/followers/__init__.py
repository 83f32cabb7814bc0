"""Followers: hearing of a match without playing in it."""
