import { massAccuracyValue } from '../evidence/evidence-item.ts'
import { moleculeKey } from '../evidence/identifiers.ts'
import { checkEvidence } from '../evidence/observed-evidence.ts'
import { invalid } from '../refusal.ts'
import type { ImportedEvidence, ReaderState } from './import-record.ts'

/** Uncertainty of the evidence value of a mass error. */
const MASS_ACCURACY_UNCERTAINTY = 0.1

/** Returns the cell, or undefined for the null of mzTab-M. */
const present = (cell: string | undefined): string | undefined =>
  cell === undefined || cell === '' || cell.toLowerCase() === 'null' ? undefined : cell

/** Returns the name of a parameter: `[MS, MS:1001477, SpectraST:dot, ]` → `SpectraST:dot`. */
const parameterName = (text: string): string =>
  text
    .replace(/^\[|\]$/g, '')
    .split(',')[2]
    ?.trim() || text

/**
 * Reads the evidence section (SEH header, SME rows) of mzTab-M 2.0 (Hoffmann et al., Analytical Chemistry 91
 * (2019) 3302–3310). Each `id_confidence_measure[n]` in [0, 1] becomes a spectral_match, and the measured and
 * theoretical m/z become a mass_accuracy. `evidence_input_id` is the observation: rows of one feature are rivals.
 * Rows without `database_identifier` use the chemical name as molecule.
 */
export function mzTabReader(start: ReaderState) {
  let header = start.header
  const scores: Record<string, string> = { ...start.scores }

  function rows(cells: readonly string[], columns: readonly string[]): ImportedEvidence[] {
    const cell = (name: string) => present(cells[columns.indexOf(name)])
    const number = (name: string): number | undefined => {
      const text = cell(name)
      if (text === undefined) return undefined
      const value = Number(text)
      if (Number.isNaN(value)) throw invalid(name, 'must be a number', text)
      return value
    }
    const identifier = cell('database_identifier')?.split('|')[0] ?? cell('chemical_name')?.split('|')[0]
    if (identifier === undefined)
      throw invalid('database_identifier', 'is null, and so is chemical_name', null)
    const moleculeId = moleculeKey(identifier, 'database_identifier')
    const source = cell('identification_method')
    const shared = {
      ...(source === undefined ? {} : { source: parameterName(source).slice(0, 200).toWellFormed() }),
    }
    const about = {
      observation_id: cell('evidence_input_id'),
      spectra_ref: cell('spectra_ref'),
      adduct_ion: cell('adduct_ion'),
      chemical_name: cell('chemical_name'),
      chemical_formula: cell('chemical_formula'),
      sme_id: cell('SME_ID'),
      rank: number('rank'),
    }
    const metadata = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined))
    const items: ImportedEvidence[] = []
    for (const name of columns) {
      const index = /^id_confidence_measure\[(\d+)\]$/.exec(name)?.[1]
      const value = index === undefined ? undefined : number(name)
      if (index === undefined || value === undefined) continue
      if (value < 0 || value > 1)
        throw invalid(name, 'must be a score from 0 to 1 to be read as spectral_match', value)
      const score = scores[index]
      const raw = { type: 'spectral_match', value, ...shared }
      const item = checkEvidence({ ...raw, metadata: { ...metadata, ...(score ? { score } : {}) } }, name)
      items.push({ moleculeId, item })
    }
    const measured = number('exp_mass_to_charge')
    const theoretical = number('theoretical_mass_to_charge')
    if (measured !== undefined && theoretical !== undefined && theoretical > 0) {
      const errorPpm = ((measured - theoretical) / theoretical) * 1e6
      const value = massAccuracyValue(errorPpm)
      const raw = { type: 'mass_accuracy', value, uncertainty: MASS_ACCURACY_UNCERTAINTY, ...shared }
      const item = checkEvidence(
        { ...raw, metadata: { ...metadata, error_ppm: errorPpm } },
        'exp_mass_to_charge',
      )
      items.push({ moleculeId, item })
    }
    return items
  }

  return {
    read(line: string): ImportedEvidence[] {
      const [prefix, ...cells] = line.split('\t')
      switch (prefix) {
        case 'MTD': {
          const index = /^id_confidence_measure\[(\d+)\]$/.exec(cells[0] ?? '')?.[1]
          if (index !== undefined && cells[1] !== undefined) scores[index] = parameterName(cells[1])
          return []
        }
        case 'SEH':
          header = cells
          return []
        case 'SME':
          if (!header) throw invalid('SME', 'comes before its header line SEH', null)
          return rows(cells, header)
        case 'COM':
        case 'SMH':
        case 'SML':
        case 'SFH':
        case 'SMF':
          return []
        default:
          throw invalid('', 'does not begin with a prefix of mzTab-M', prefix)
      }
    },
    state: () => ({ ...(header ? { header } : {}), scores }),
  }
}
