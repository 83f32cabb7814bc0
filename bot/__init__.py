"""The Discord side of the house: commands, panels, the match service and the workers on jobs."""

__version__ = "0.2.0"
