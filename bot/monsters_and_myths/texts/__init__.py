"""Sentences about Monsters & Myths."""
