"""What models learn from: texts, pairs, pictures, made here or fetched on request."""
