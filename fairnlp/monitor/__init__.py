"""Watching a running system: does this very prediction change with the class of the person?"""
