"""Matches, actions, snapshots and outbox in SQL; knows neither rules nor Discord."""
