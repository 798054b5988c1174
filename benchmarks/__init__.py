"""This project beside what a reader would use instead, in one interleaved run."""
