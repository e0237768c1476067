import { CANOPUS_CARDS, GNPS_CARDS, ISDB_CARDS, SIRIUS_CARDS } from './metabolomics.ts'
import { MSDIAL4_CARDS, MSDIAL5_CARDS, MSFINDER_CARDS } from './msdial.ts'
import { MZMINE_CARDS, MZTAB_CARDS } from './mzmine-mztab.ts'
import type { ScoreCard } from './score-card.ts'
import { ANNOTATION_CARDS, PERCOLATOR_CARDS, PSM_CARDS } from './search-engines.ts'

/** All score cards, by tool. */
export const SCORE_CARDS: readonly ScoreCard[] = [
  ...GNPS_CARDS,
  ...SIRIUS_CARDS,
  ...CANOPUS_CARDS,
  ...ISDB_CARDS,
  ...MSDIAL4_CARDS,
  ...MSDIAL5_CARDS,
  ...MSFINDER_CARDS,
  ...MZMINE_CARDS,
  ...MZTAB_CARDS,
  ...ANNOTATION_CARDS,
  ...PERCOLATOR_CARDS,
  ...PSM_CARDS,
]
