"""Plots: each takes a frame and axes and returns the axes."""
