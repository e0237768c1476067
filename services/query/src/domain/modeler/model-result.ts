import type { Citation } from '../metrics/card.ts'

/** An equation behind an answer, with where it was published. */
export type CitedEquation = { readonly name: string; readonly equation: string; readonly citation: Citation }

/** One point of a course in time; `low` and `high` bound it where an uncertainty is known. */
export type TrajectoryPoint = {
  readonly day: number
  readonly value: number
  readonly low?: number
  readonly high?: number
}

/** A named course with its unit. */
type Trajectory = {
  readonly name: string
  readonly unit: string
  readonly points: readonly TrajectoryPoint[]
}

/** How much one input matters: the change of the answer per unit and per usual measurement error. */
export type Influence = {
  readonly input: string
  readonly perUnit: number
  readonly measurementError: number
  readonly effect: number
}

/** Whether what was asked can be had, and if not what comes nearest. */
type Feasibility = {
  readonly feasible: boolean
  readonly reason?: string
  readonly nearest?: Readonly<Record<string, number>>
}

/** The result of every modelling task. */
export type ModelResult = {
  /** `none` when no model was run because the text needs help. */
  readonly task:
    | 'weight_trajectory'
    | 'weight_goal'
    | 'inverse'
    | 'growth_projection'
    | 'sensitivity'
    | 'none'
  /** One or two sentences that answer the question, in the units of the asker. */
  readonly answer?: string
  /** Somebody may be in danger: the message is the answer. */
  readonly safety?: { readonly kind: string; readonly message: string }
  readonly summary: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, string>>
  readonly assumptions: readonly string[]
  readonly equations: readonly CitedEquation[]
  readonly trajectories: readonly Trajectory[]
  readonly sensitivity: readonly Influence[]
  readonly feasibility: Feasibility
  readonly warnings: readonly string[]
}

export const HALL_2011: CitedEquation = {
  name: 'Body-weight dynamics',
  equation:
    'ρF·dF/dt + ρL·dL/dt = EI − EE − ρG·dG/dt; EE = K + γF·F + γL·L + δ·BW + TEF + AT + ηF·dF/dt + ηL·dL/dt; dF/dL by Forbes',
  citation: {
    authors: 'Hall KD, Sacks G, Chandramohan D, et al.',
    year: 2011,
    journal: 'Lancet 378:826–837',
    title: 'Quantification of the effect of energy imbalance on bodyweight',
    doi: '10.1016/S0140-6736(11)60812-X',
  },
}
export const CHOW_HALL_2008: CitedEquation = {
  name: 'Partition between fat and lean tissue',
  equation: 'dL/dF from p = C/(C + F), C = 10.4 kg · ρL/ρF',
  citation: {
    authors: 'Chow CC, Hall KD',
    year: 2008,
    journal: 'PLoS Comput Biol 4:e1000045',
    title: 'The dynamics of human body weight change',
    doi: '10.1371/journal.pcbi.1000045',
  },
}
export const JACKSON_2002: CitedEquation = {
  name: 'Fat at the start',
  equation: '% fat = 0.14·age + 37.31·ln BMI − 103.94 (men), 0.14·age + 39.96·ln BMI − 102.01 (women)',
  citation: {
    authors: 'Jackson AS, Stanforth PR, Gagnon J, et al.',
    year: 2002,
    journal: 'Int J Obes 26:789–796',
    doi: '10.1038/sj.ijo.0802006',
  },
}
