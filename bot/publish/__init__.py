"""From the job queue to Discord: what is sent is made at send time from the match as it is then."""
