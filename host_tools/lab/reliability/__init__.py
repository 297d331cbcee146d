"""What is promised, tried very often: each subject by a plan, seeded, and gone on with.

A subject (`subject`) is a folder: what is tried under which conditions, what is counted, and the
page with its pictures. `batches` keeps what was counted, so that a run goes on where it was
broken off; `charts` is what pictures are drawn with.

    lodeboard lab reliability            go on with all plans, then print the figures
    lodeboard lab reliability --write    and keep them in docs/measured
"""
