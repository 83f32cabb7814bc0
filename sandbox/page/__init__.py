"""The files of the page, as they are served; `sandbox.feed` is what they talk to."""
