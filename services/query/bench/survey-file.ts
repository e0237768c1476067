import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { DAYS_PER_YEAR } from '../src/domain/units.ts'

/** Marsaglia's 32-bit xorshift: the same file on every machine. */
function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export const SURVEY_HEADER = 'id,cluster,sex,age_days,weight_kg,height_cm,position,oedema'

/** Lines of an invented survey of children from birth to five years, with two columns that mean nothing to the service. */
export function* surveyLines(rows: number, seed = 20061): Generator<string> {
  const random = xorshift(seed)
  yield SURVEY_HEADER
  for (let id = 1; id <= rows; id++) {
    const days = Math.floor(random() * 1827)
    const years = days / DAYS_PER_YEAR
    // Roughly the WHO medians of both sexes; what matters is that every score can be computed.
    const heightCm = 50 + 25 * Math.sqrt(years) + 2 * years + (random() - 0.5) * 12
    const weightKg = 3.4 + 6.3 * Math.sqrt(years) + 0.2 * years + (random() - 0.5) * 2
    const sex = random() < 0.5 ? 'male' : 'female'
    const position = days < 731 ? 'lying' : 'standing'
    yield `${id},${1 + Math.floor(random() * 30)},${sex},${days},${weightKg.toFixed(1)},${heightCm.toFixed(1)},${position},no`
  }
}

/** Writes the survey as CSV, block by block. */
export async function writeSurveyFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path)
  let block: string[] = []
  for (const line of surveyLines(rows)) {
    block.push(line)
    if (block.length < 5000) continue
    if (!file.write(`${block.join('\n')}\n`)) await once(file, 'drain')
    block = []
  }
  file.end(block.length > 0 ? `${block.join('\n')}\n` : '')
  await once(file, 'close')
}
