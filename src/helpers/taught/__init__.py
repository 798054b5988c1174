"""What the chapters teach, word for word as in the chapter that taught it.

`taught.yml` says which; `scripts/taught.py` brings a definition from its chapter here.
"""
