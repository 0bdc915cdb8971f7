"""The main job as one run: curate, mutate, predict, find, report; kept in a run folder."""
