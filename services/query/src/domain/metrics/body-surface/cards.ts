import type { EquationCard } from '../card.ts'
import { bsaBoyd } from './bsa-boyd.ts'
import { bsaDuBois } from './bsa-du-bois.ts'
import { bsaFujimoto } from './bsa-fujimoto.ts'
import { bsaGehanGeorge } from './bsa-gehan-george.ts'
import { bsaHaycock } from './bsa-haycock.ts'
import { bsaLivingstonLee } from './bsa-livingston-lee.ts'
import { bsaMosteller } from './bsa-mosteller.ts'
import { bsaSchlich } from './bsa-schlich.ts'
import { bsaShuterAslani } from './bsa-shuter-aslani.ts'
import { bsaTakahira } from './bsa-takahira.ts'

/** The cards of this category, in the order in which they are shown. */
export const bodySurfaceCards: readonly EquationCard[] = [
  bsaMosteller,
  bsaDuBois,
  bsaHaycock,
  bsaGehanGeorge,
  bsaBoyd,
  bsaFujimoto,
  bsaTakahira,
  bsaShuterAslani,
  bsaSchlich,
  bsaLivingstonLee,
]
