/**
 * Writes `heard-scales.json`: the middle and the spread of the logit of every tag over the music that the decision
 * between music and other sound was fitted on (`lab/tags/music-set.ts`). No judgement is used. Run
 * `lab/tags/measure-music.ts` first: `node lab/search/write-heard-scales.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { median } from '../../src/domain/median.ts'
import { MSD_LABELS, MTT_LABELS } from '../../src/domain/tags/labels.ts'
import { measuredPath } from '../tags/music-set.ts'

/** A tag that hardly varies is not blown up. */
const LEAST_SPREAD = 0.6
/** Median distance of a normal distribution from its middle, in standard deviations, inverted. */
const DEVIATIONS = 1.4826

const all = JSON.parse(await readFile(measuredPath, 'utf8')) as {
  name: string
  music: boolean
  fit: boolean
  inputs: number[] | null
}[]
const rows = all.filter(
  ({ name, music, fit }) => music && fit && /^(?:warzone|widelands|ardentryst|xmoto|tuning)/.test(name),
)
const scaleOf = (at: number) => {
  const values = rows.flatMap(({ inputs }) => (inputs === null ? [] : [inputs[at]!]))
  const middle = median(values)
  const spread = DEVIATIONS * median(values.map((value) => Math.abs(value - middle)))
  return [Number(middle.toFixed(2)), Number(Math.max(LEAST_SPREAD, spread).toFixed(2))]
}
const scales = {
  mtt: MTT_LABELS.map((_, i) => scaleOf(i)),
  msd: MSD_LABELS.map((_, i) => scaleOf(MTT_LABELS.length + i)),
}
await writeFile(
  new URL('../../src/domain/semantic/heard-scales.json', import.meta.url),
  `${JSON.stringify(scales, null, 1)}\n`,
)
