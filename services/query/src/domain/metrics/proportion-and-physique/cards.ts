import type { EquationCard } from '../card.ts'
import { brachialIndex } from './brachial-index.ts'
import { cormicIndex } from './cormic-index.ts'
import { cruralIndex } from './crural-index.ts'
import { frameSize } from './frame-size.ts'
import { heightWeightRatio } from './height-weight-ratio.ts'
import { legLength } from './leg-length.ts'
import { somatochartX } from './somatochart-x.ts'
import { somatochartY } from './somatochart-y.ts'
import { somatotypeEctomorphy } from './somatotype-ectomorphy.ts'
import { somatotypeEndomorphy } from './somatotype-endomorphy.ts'
import { somatotypeMesomorphy } from './somatotype-mesomorphy.ts'

/** The cards of this category, in the order in which they are shown. */
export const proportionAndPhysiqueCards: readonly EquationCard[] = [
  somatotypeEndomorphy,
  somatotypeMesomorphy,
  somatotypeEctomorphy,
  somatochartX,
  somatochartY,
  cormicIndex,
  legLength,
  brachialIndex,
  cruralIndex,
  heightWeightRatio,
  frameSize,
]
