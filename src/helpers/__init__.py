"""What several chapters of *The Evolution of the Transformer* need, and nothing else.

Import a module by its name, `from helpers.page.ledger import claim`: the import line
says where a thing is kept. This file imports nothing.
"""
