import assay_fuzz  # noqa: F401  (counts what is sent)
