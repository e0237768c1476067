import { CANOPUS_CARDS, CANOPUS_LEVELS, SIRIUS_CARDS } from '../../scores/metabolomics.ts'
import type { FileHint } from '../import-record.ts'
import type { CandidateReading, Countable, Row, TableLayout } from '../layout.ts'

const MAPPED = ['mappingFeatureId', 'featureId', 'feature_id']
const ID = ['id', 'compoundId', 'name of the compound']
const ALIGNED = ['alignedFeatureId', 'alignedFeatureID']
const FORMULA = ['molecularFormula', 'molecular formula']
const CONFIDENCE = ['ConfidenceScoreExact', 'ConfidenceScore', 'Confidence Score']
const CSI = ['CSI:FingerIDScore', 'CSI:FingerID_Score', 'CSIFingerIDScore']
const STRUCTURE_RANK = ['structurePerIdRank', 'structureRankPerFormula']

/** Returns the feature in an id of SIRIUS: `217_run_404` names feature 404; OpenMS puts its id before the scans. */
function siriusFeature(id: string): string {
  const openMs = /_(\d{6,})-\d+--/.exec(id)?.[1]
  return openMs ?? /^\d+_.*_(\d+)$/.exec(id)?.[1] ?? id
}

function featureOf(row: Row, file: FileHint): string | undefined {
  const id = row.first(MAPPED, ID, ALIGNED)
  if (id !== undefined) return siriusFeature(id)
  // The candidates of one feature are in a folder that names the feature.
  const folder = file.folder ?? file.name?.replace(/\.[a-z]+$/i, '')
  return folder === undefined ? 'feature of the file' : siriusFeature(folder)
}

/** Confidence belongs to the best structure; the logarithm of CSI:FingerID says something beside others only. */
const countsStructure: Countable = (row, card, bound) => {
  const rank = row.number(STRUCTURE_RANK) ?? 1
  if (card.id === 'sirius.confidence') return rank > 1 ? 'it belongs to the best structure' : undefined
  if (card.id === 'sirius.csi' && bound.has('sirius.confidence') && rank <= 1) {
    return row.text(CONFIDENCE) === undefined ? undefined : 'it ranks the candidates of one feature only'
  }
  return undefined
}

const structureCards = SIRIUS_CARDS.filter(({ id }) =>
  ['sirius.confidence', 'sirius.confidence_approximate', 'sirius.csi', 'sirius.score'].includes(id),
)

const structure: CandidateReading = {
  names: (row) => ({
    inchikey: row.text(['InChIkey2D', 'InChIKey2D', 'inchikey']),
    inchi: row.text(['InChI']),
    smiles: row.text(['smiles']),
  }),
  cards: structureCards,
  adduct: ['adduct'],
  label: ['name'],
  smiles: ['smiles'],
  formula: FORMULA,
  keep: { formula_rank: ['formulaRank'], zodiac: ['ZodiacScore'] },
  counts: countsStructure,
}

const formulaCards = SIRIUS_CARDS.filter(({ id }) =>
  [
    'sirius.zodiac',
    'sirius.score_normalized',
    'sirius.score',
    'sirius.tree',
    'sirius.isotope',
    'sirius.explained',
    'sirius.explained_peaks',
    'sirius.mass_error',
  ].includes(id),
)

/** Structures that SIRIUS generated without a database. */
export const siriusDeNovo: TableLayout = {
  id: 'sirius_denovo',
  tool: 'SIRIUS',
  title: 'SIRIUS de novo structures (MSNovelist)',
  needs: [['InChIkey2D', 'smiles'], ['ModelScore']],
  observation: featureOf,
  candidates: [
    {
      ...structure,
      cards: [...structureCards, ...SIRIUS_CARDS.filter(({ id }) => id === 'sirius.model')],
      counts: (_row, card) =>
        card.id === 'sirius.csi' ? 'it ranks the candidates of one feature only' : undefined,
    },
  ],
}

/** Structure identifications and structure candidates of SIRIUS 4 to 6. */
export const siriusStructures: TableLayout = {
  id: 'sirius_structures',
  tool: 'SIRIUS',
  title: 'SIRIUS structure identifications or candidates (versions 4 to 6)',
  needs: [['InChIkey2D', 'InChIKey2D'], CSI],
  observation: featureOf,
  candidates: [structure],
  ignore: [{ pattern: /^(?:rank|confidencerank)$/, because: 'is the rank over all features, not a score' }],
  emptyBecause: 'SIRIUS identified no structure',
}

/** Formula identifications of SIRIUS 4 to 6. */
export const siriusFormulas: TableLayout = {
  id: 'sirius_formulas',
  tool: 'SIRIUS',
  title: 'SIRIUS formula identifications (versions 4 to 6)',
  needs: [
    FORMULA,
    ['SiriusScore', 'SiriusScoreNormalized', 'TreeScore', 'ZodiacScore'],
    ['TreeScore', 'IsotopeScore', 'explainedIntensity'],
  ],
  without: CSI,
  observation: featureOf,
  candidates: [
    {
      about: 'formula',
      names: (row) => {
        const formula = row.text(FORMULA)
        return formula === undefined ? undefined : { key: `formula:${formula}` }
      },
      cards: formulaCards,
      adduct: ['adduct'],
      formula: FORMULA,
      keep: { formula_rank: ['formulaRank', 'rank'], lipid_class: ['lipidClass'] },
      // With ZODIAC the other formula scores are its input.
      counts: (row, card) =>
        card.type === 'formula_score' && row.text(['ZodiacScore']) !== undefined
          ? 'ZodiacScore contains it'
          : undefined,
    },
  ],
  emptyBecause: 'SIRIUS found no formula',
}

/** Classes of CANOPUS, versions 5 and 6, and the table without probabilities of version 4. */
export const canopus: TableLayout = {
  id: 'sirius_canopus',
  tool: 'SIRIUS',
  title: 'CANOPUS class summary (SIRIUS 4 to 6)',
  needs: [
    FORMULA,
    ['NPC#pathway', 'ClassyFire#superclass', 'most specific class'],
    ['ClassyFire#all classifications', 'all classifications', 'NPC#pathway Probability'],
  ],
  observation: featureOf,
  candidates: CANOPUS_LEVELS.map(([level, column], i): CandidateReading => {
    const columns = [column]
    return {
      about: level,
      names: (row) => {
        const name = row.text(columns)
        return name === undefined ? undefined : { key: `class:${level.split('_')[0]}:${name}` }
      },
      cards: [CANOPUS_CARDS[i]!],
      adduct: ['adduct'],
      formula: FORMULA,
      extra: (row) => ({ name: row.text(columns) }),
    }
  }),
  emptyBecause: 'CANOPUS classified no feature, or the table has classes without probabilities (SIRIUS 4)',
}
