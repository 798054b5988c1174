"""What stands on a page beside the lesson: claims, checks, predictions, plots."""
