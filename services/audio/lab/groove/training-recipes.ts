/** Draws recipes for training and for choosing, from performances, kits and soundfonts that are not set apart. */
import { createRandom, pick } from '../../test/random.ts'
import { STYLES } from '../corpus/styles.ts'
import { kitSources } from './kit-cache.ts'
import { performances } from './performances.ts'
import { DEGRADATIONS, type DrumSource, KITS_SET_APART, type Recipe } from './recipe.ts'

/** The only soundfont of the accompaniment in training. */
const TRAINING_FONT = 'sf2/FluidR3_GM.sf2'
/** Kits that validation plays and training does not, so that choices are made on unknown kits too. */
export const VALIDATION_KITS: readonly string[] = [
  'hydrogen BJA_Pacific',
  'hydrogen rumpf_kit_z01_h2',
  'FluidR3 8',
  'lmms',
]
const LEAST_SECONDS = 8
const SECONDS = 30
const styles = Object.entries(STYLES).flatMap(([name, style]) => (style.beatsPerBar === 4 ? [name] : []))
/** Chance of each degradation; half of the mixes are left as they are. */
const DEGRADED = 0.5

/** Share of mixes without drums. */
const WITHOUT_DRUMS = 0.1

async function drawDrums(split: 'train' | 'validation', random: () => number): Promise<DrumSource> {
  if (random() < WITHOUT_DRUMS) return { none: true }
  const names = (await kitSources()).map(({ name }) => name)
  if (split === 'validation') return { kit: pick(random, VALIDATION_KITS) }
  if (random() < 0.25) return { synthetic: Math.floor(random() * 1e9) }
  const usable = names.filter((name) => !KITS_SET_APART.includes(name) && !VALIDATION_KITS.includes(name))
  // FluidR3 has many kits that share drums: as a family it counts like three others.
  const fluid = usable.filter((name) => name.startsWith('FluidR3'))
  const others = usable.filter((name) => !name.startsWith('FluidR3'))
  const ofFluid = random() < 3 / (others.length + 3)
  return { kit: pick(random, ofFluid || others.length === 0 ? fluid : others) }
}

/** Returns recipe number `index` of a split; the same number always gives the same recipe. */
export async function drawRecipe(split: 'train' | 'validation', index: number): Promise<Recipe> {
  const random = createRandom((split === 'train' ? 31_000_000 : 47_000_000) + index * 7919)
  const usable = (await performances()).filter(
    (info) =>
      info.split === split &&
      info.kind === 'beat' &&
      info.metre === '4-4' &&
      info.durationSeconds >= LEAST_SECONDS,
  )
  const info = pick(random, usable)
  const bars = Math.floor((info.durationSeconds * info.bpm) / 240)
  const most = Math.min(bars, Math.floor((SECONDS * info.bpm) / 240))
  const drums = await drawDrums(split, random)
  const programs = (list: readonly number[]) => pick(random, list)
  return {
    id: `groove-${split}-${index}`,
    performance: info.id,
    fromBar: Math.floor(random() * (bars - most + 1)),
    bars: most,
    startSeconds: Math.round(100 * random()) / 100,
    drums,
    accompaniment: {
      style: pick(random, styles),
      soundfont: TRAINING_FONT,
      tonic: Math.floor(random() * 12),
      mode: random() < 0.5 ? 'major' : 'minor',
      programs: {
        bass: programs([32, 33, 34, 35, 36, 37, 38, 39]),
        chords: programs([0, 1, 2, 4, 5, 7, 15, 16, 18, 24, 25, 27, 28, 29, 30, 46, 61]),
        pad: programs([48, 49, 50, 51, 52, 88, 89, 90, 91, 92, 95]),
        lead: programs([52, 53, 54, 56, 65, 66, 73, 75, 80, 81, 82, 40, 27, 29, 30]),
      },
      levelDb: random() < 0.06 && !('none' in drums) ? null : Math.round(10 * (16 * random() - 10)) / 10,
    },
    degradation: random() < DEGRADED ? pick(random, DEGRADATIONS) : 'none',
    seed: Math.floor(random() * 1e9),
  }
}
