"""What a training needs beside its model: batches, a bar, files of weights."""
