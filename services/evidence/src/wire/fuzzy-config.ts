import { invalid } from '../domain/refusal.ts'

/** Parses the JSON text of a `fuzzy_config` query parameter. Its content is checked by the operation. */
export function readFuzzyConfigText(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('fuzzy_config', 'must be JSON, such as {"temporal_decay_enabled":true}', text)
  }
}
