import fc from 'fast-check'

/**
 * Laws draw new cases on every run on a developer's machine, where a counterexample is welcome; in CI they draw the same
 * ones, so that a commit that changed nothing cannot fail. `LAW_SEED=n` repeats a run.
 */
const { CI, LAW_SEED } = process.env
if (LAW_SEED !== undefined) fc.configureGlobal({ seed: Number(LAW_SEED) })
else if (CI !== undefined) fc.configureGlobal({ seed: 20_261_115 })
