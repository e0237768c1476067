import type { EquationCard } from '../card.ts'
import { bodyDensityDurninWomersley } from './body-density-durnin-womersley.ts'
import { bodyDensityJacksonPollock3 } from './body-density-jackson-pollock-3.ts'
import { bodyDensityJacksonPollock7 } from './body-density-jackson-pollock-7.ts'
import { bodyFatCunBae } from './body-fat-cun-bae.ts'
import { bodyFatDeurenberg } from './body-fat-deurenberg.ts'
import { bodyFatDeurenbergChild } from './body-fat-deurenberg-child.ts'
import { bodyFatDurninWomersleyBrozek } from './body-fat-durnin-womersley-brozek.ts'
import { bodyFatDurninWomersleySiri } from './body-fat-durnin-womersley-siri.ts'
import { bodyFatEvans3 } from './body-fat-evans-3.ts'
import { bodyFatEvans7 } from './body-fat-evans-7.ts'
import { bodyFatGallagher } from './body-fat-gallagher.ts'
import { bodyFatJacksonPollock3Brozek } from './body-fat-jackson-pollock-3-brozek.ts'
import { bodyFatJacksonPollock3Siri } from './body-fat-jackson-pollock-3-siri.ts'
import { bodyFatJacksonPollock7Brozek } from './body-fat-jackson-pollock-7-brozek.ts'
import { bodyFatJacksonPollock7Siri } from './body-fat-jackson-pollock-7-siri.ts'
import { bodyFatNavy } from './body-fat-navy.ts'
import { bodyFatRelativeFatMass } from './body-fat-relative-fat-mass.ts'
import { bodyFatSlaughterCalf } from './body-fat-slaughter-calf.ts'
import { bodyFatSlaughterSubscapular } from './body-fat-slaughter-subscapular.ts'

/** The cards of this category, in the order in which they are shown. */
export const bodyFatCards: readonly EquationCard[] = [
  bodyFatNavy,
  bodyFatDeurenberg,
  bodyFatDeurenbergChild,
  bodyFatGallagher,
  bodyFatCunBae,
  bodyFatRelativeFatMass,
  bodyDensityDurninWomersley,
  bodyFatDurninWomersleySiri,
  bodyFatDurninWomersleyBrozek,
  bodyDensityJacksonPollock3,
  bodyFatJacksonPollock3Siri,
  bodyFatJacksonPollock3Brozek,
  bodyDensityJacksonPollock7,
  bodyFatJacksonPollock7Siri,
  bodyFatJacksonPollock7Brozek,
  bodyFatSlaughterCalf,
  bodyFatSlaughterSubscapular,
  bodyFatEvans3,
  bodyFatEvans7,
]
