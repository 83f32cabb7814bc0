"""Speed as ratios: everything is measured against a reference in the same run on the same machine."""
