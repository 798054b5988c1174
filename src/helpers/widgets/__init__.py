"""Live figures: one class and one ES module each; `figure` holds what they share."""
