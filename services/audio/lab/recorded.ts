/**
 * Scores beats of recorded songs against their charts: `node lab/recorded.ts ROOT`, where ROOT contains the unpacked
 * packages of `corpus/charted-songs.ts` (`apt-get download`, `dpkg -x`). Figures only, because eight songs of one genre
 * cannot set a bound.
 */

import { runOptions } from '@assay/kit/testing-options'
import { figure, type Row, report } from '@assay/kit/testing-report'
import { superFlux } from '../src/domain/features/novelty.ts'
import { trackBeats } from '../src/domain/rhythm/track-beats.ts'
import { featuresOfFile } from './analyse-file.ts'
import { askBaseline, BASELINES } from './baselines/baselines.ts'
import { chartedSongs } from './corpus/charted-songs.ts'
import { beatScores } from './scoring/beat-scores.ts'

const [root] = runOptions().positionals
if (root === undefined) throw new Error('usage: node lab/recorded.ts ROOT [--json]')

const SCORES = { 'beat F': 'fMeasure', CMLt: 'cmlt', AMLt: 'amlt' } as const
const found = new Map<string, { fMeasure: number; cmlt: number; amlt: number }[]>()
const songs = await chartedSongs(root)
for (const song of songs) {
  const features = await featuresOfFile(song.mixPath)
  const truth = song.beats.filter((time) => time < features.durationSeconds)
  const cells: string[] = []
  const score = (name: string, beats: readonly number[]) => {
    const scores = beatScores(truth, beats)
    found.set(name, [...(found.get(name) ?? []), scores])
    cells.push(`${name} ${scores.fMeasure.toFixed(2)}`)
  }
  score('assay', trackBeats(features, superFlux(features)).beats)
  for (const baseline of BASELINES) {
    const { beats } = await askBaseline(baseline, song)
    if (beats !== undefined) score(baseline.name, beats)
  }
  console.log(`${song.id.padEnd(34)} ${cells.join('  ')}`)
}
const rows: Row[] = []
for (const [title, field] of Object.entries(SCORES))
  for (const [name, scores] of found) {
    const mean = scores.reduce((sum, one) => sum + one[field], 0) / scores.length
    rows.push(figure(`${title} of ${name}, ${songs.length} recorded songs`, mean))
  }
report(rows, {
  recorded: {
    run: 'audio-recorded',
    command: 'npm run recorded -w @assay/audio-lab -- ROOT',
    form: 'every baseline',
  },
})
