/**
 * Writes the recipes of the second fresh set: `node lab/groove/plan-fresh.ts`. It ran once, before anything scored the
 * set; the recipes are committed and must not change. All test performances of at least 19 s that are no audition piece
 * are in it, and 13 of the 40 audition pieces (ten grooves, each played by four drummers).
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom, pick } from '../../test/random.ts'
import { STYLES } from '../corpus/styles.ts'
import { type PerformanceInfo, performances } from './performances.ts'
import { DEGRADATIONS, type DrumSource, FONTS_SET_APART, KITS_SET_APART, type Recipe } from './recipe.ts'

const LEAST_SECONDS = 19
const MOST_SECONDS = 60
const AUDITION = /eval_session\/(\d+)$/
const [TIM, FREEPATS] = FONTS_SET_APART as [string, string]
/** Kits of TimGM6mb that differ; Freepats has one. */
const TIM_KITS = [0, 8, 16, 32]

const all = (await performances()).filter(
  (info) =>
    info.split === 'test' &&
    info.kind === 'beat' &&
    info.metre === '4-4' &&
    info.durationSeconds >= LEAST_SECONDS,
)
const auditions = all.filter(({ id }) => AUDITION.test(id))
const drummers = [...new Set(auditions.map(({ id }) => id.split('/')[0]!))]
const chosen = new Set<PerformanceInfo>()
for (let i = 0; i < 13; i++) {
  const drummer = drummers[(i + Math.floor(i / 10)) % drummers.length]!
  chosen.add(auditions.find(({ id }) => id === `${drummer}/eval_session/${1 + (i % 10)}`)!)
}
const list = all.filter((info) => !AUDITION.test(info.id) || chosen.has(info))
const styles = Object.entries(STYLES).flatMap(([name, style]) =>
  style.beatsPerBar === 4 && style.drums.length > 0 ? [name] : [],
)

const recipes: Recipe[] = list.map((info, i) => {
  const random = createRandom(8_160_000 + i * 307)
  const bars = Math.floor((info.durationSeconds * info.bpm) / 240)
  const most = Math.floor((MOST_SECONDS * info.bpm) / 240)
  const drums: DrumSource = [
    { kit: KITS_SET_APART[0]! },
    { soundfont: TIM, program: TIM_KITS[Math.floor(i / 5) % TIM_KITS.length]! },
    { kit: KITS_SET_APART[1]! },
    { soundfont: FREEPATS, program: 0 },
    { kit: KITS_SET_APART[2]! },
  ][i % 5]!
  return {
    id: `groove-fresh-${String(i + 1).padStart(2, '0')}-${info.id.replaceAll('/', '-').replaceAll('_', '-')}`,
    performance: info.id,
    fromBar: bars > most ? Math.floor(random() * (bars - most)) : 0,
    bars: Math.min(bars, most),
    startSeconds: Math.round(100 * (0.15 + 1.8 * random())) / 100,
    drums,
    accompaniment: {
      style: pick(random, styles),
      soundfont: pick(random, FONTS_SET_APART),
      tonic: Math.floor(random() * 12),
      mode: random() < 0.5 ? 'major' : 'minor',
      programs: {
        bass: pick(random, [37, 34, 33, 38, 32]),
        chords: pick(random, [2, 25, 6, 26, 15, 19, 46]),
        pad: pick(random, [88, 61, 94, 44]),
        lead: pick(random, [71, 57, 68, 84, 40]),
      },
      levelDb: Math.round(10 * (8 * random() - 4)) / 10,
    },
    // The degradation moves on by one in every round of the five sources, so that every pair occurs.
    degradation: DEGRADATIONS[(i + Math.floor(i / 5)) % DEGRADATIONS.length]!,
    seed: 8_500_000 + i * 401,
  }
})
await writeFile(join(import.meta.dirname, 'fresh-recipes.json'), `${JSON.stringify(recipes, null, 2)}\n`)
console.log(`${recipes.length} recipes`)
