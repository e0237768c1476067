import { fingerprintProblem } from '@assay/kit/testing-fingerprints'
import { expect, test } from 'vitest'
import { FINGERPRINTS, VERSIONS } from '../test/fingerprints.ts'

test.each(VERSIONS)('$name stands for the results it is committed with', async (versioned) => {
  const problem = await fingerprintProblem(FINGERPRINTS, versioned)
  expect(problem, problem).toBeUndefined()
})
