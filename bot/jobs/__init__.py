"""The job queue: what is to be sent or falls due is a row in the database, claimed and worked on until it is done."""
