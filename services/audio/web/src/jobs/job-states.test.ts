import type { JobState } from '@assay/audio-client'
import { expect, test } from 'vitest'
import { withChanges } from './job-states.ts'

const job = (id: number, status: JobState['status'], progress = 0): JobState => ({
  id: String(id),
  type: 'tracks',
  status,
  progress,
  stage: null,
  filename: null,
  batch_id: null,
  track_id: null,
  error: null,
  created_at: `2026-01-01T00:00:00.${String(id).padStart(3, '0')}Z`,
})

test('changes replace what was known, newest first; open jobs are never forgotten, ended ones after a while', () => {
  const first = withChanges([job(1, 'pending')], [job(2, 'pending'), job(1, 'processing', 0.4)])
  expect(first.map(({ id, status }) => `${id} ${status}`)).toEqual(['2 pending', '1 processing'])
  const many = withChanges(
    first,
    Array.from({ length: 300 }, (_, i) => job(i + 3, 'completed')),
  )
  expect(many.filter(({ status }) => status === 'completed')).toHaveLength(200)
  expect(many.slice(-2).map(({ id }) => id)).toEqual(['2', '1'])
})
