import { mulberry32, type Random, randomInteger, randomNormal } from '../numerics/random.ts'
import { DEMO_MOLECULES, type DemoMolecule } from './demo-molecules.ts'

/** Table of one tool. */
interface DemoFile {
  readonly name: string
  readonly text: string
}

/** Feature of the run and what it really is. */
interface DemoTruth {
  readonly featureId: string
  /** Null if none of the candidates is right. */
  readonly molecule: DemoMolecule | null
}

/** Run with known truth, as three tools would have annotated it. */
export interface DemoRun {
  readonly files: readonly DemoFile[]
  readonly truth: readonly DemoTruth[]
}

/** Seed of the run that the documents explain: in it, one best library hit is not the molecule. */
export const DEMO_SEED = 2
/** Share of features whose molecule no tool has in its candidates. */
const UNKNOWN_SHARE = 0.15
/** Smallest cosine that a GNPS job lists. */
const GNPS_THRESHOLD = 0.6
const PROTON_DA = 1.007276

/** Draws from a Beta distribution with whole parameters: a ratio of sums of exponential draws. */
function beta(random: Random, a: number, b: number): number {
  const gamma = (shape: number): number => {
    let sum = 0
    for (let i = 0; i < shape; i += 1) sum -= Math.log(1 - random())
    return sum
  }
  const x = gamma(a)
  return x / (x + gamma(b))
}

interface Feature {
  readonly id: string
  /** What the feature is, listed or not. */
  readonly real: DemoMolecule
  readonly known: boolean
  /** Molecules of the same formula that tools may list. */
  readonly candidates: readonly DemoMolecule[]
  readonly mz: number
  readonly rtSeconds: number
}

function featuresOf(random: Random, count: number): Feature[] {
  return Array.from({ length: count }, (_, i) => {
    const real = DEMO_MOLECULES[randomInteger(random, DEMO_MOLECULES.length)]!
    const isomers = DEMO_MOLECULES.filter(
      ({ formula, name }) => formula === real.formula && name !== real.name,
    )
    // A feature is unknown only if something else can be listed for it.
    const known = isomers.length === 0 || random() >= UNKNOWN_SHARE
    return {
      id: String(11 + 7 * i),
      real,
      known,
      candidates: known ? [real, ...isomers] : isomers,
      mz: (real.exactMassDa + PROTON_DA) * (1 + 2e-6 * randomNormal(random)),
      rtSeconds: 40 + 900 * random(),
    }
  })
}

const isRight = (feature: Feature, candidate: DemoMolecule): boolean => candidate === feature.real

const table = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `${[header, ...rows].map((row) => row.join('\t')).join('\n')}\n`

/** GNPS library search: measured spectra, only hits above the threshold of the job. */
function gnpsTable(random: Random, features: readonly Feature[]): string {
  const rows = features.flatMap((feature) =>
    feature.candidates.flatMap((candidate) => {
      const right = isRight(feature, candidate)
      const inLibrary = random() < (right ? 0.65 : 0.25)
      const score = right ? beta(random, 12, 2) : beta(random, 7, 4)
      const peaks = 5 + randomInteger(random, right ? 18 : 9)
      if (!inLibrary || score < GNPS_THRESHOLD) return []
      const library = `DEMO${candidate.inchikey.slice(0, 6)}`
      const theoretical = candidate.exactMassDa + PROTON_DA
      const errorPpm = (1e6 * Math.abs(feature.mz - theoretical)) / theoretical
      return [
        [
          library,
          candidate.name,
          'Orbitrap',
          '[M+H]+',
          theoretical.toFixed(4),
          candidate.smiles,
          'Positive',
          feature.id,
          score.toFixed(4),
          errorPpm.toFixed(2),
          peaks,
          (feature.mz - theoretical).toFixed(4),
          theoretical.toFixed(4),
          feature.mz.toFixed(4),
          candidate.inchikey,
        ],
      ]
    }),
  )
  const header =
    'SpectrumID Compound_Name Instrument Adduct Precursor_MZ Smiles IonMode #Scan# MQScore MZErrorPPM SharedPeaks MassDiff LibMZ SpecMZ InChIKey'
  return table(header.split(' '), rows)
}

/** SIRIUS: the best structure of CSI:FingerID for each feature, with its COSMIC confidence. */
function siriusTable(random: Random, features: readonly Feature[]): string {
  const rows = features.map((feature) => {
    const top =
      feature.known && random() < 0.75
        ? feature.real
        : feature.candidates[randomInteger(random, feature.candidates.length)]!
    const confidence = isRight(feature, top) ? beta(random, 5, 2) : beta(random, 2, 4)
    return [
      1,
      1,
      confidence.toFixed(6),
      (-20 - 120 * random()).toFixed(4),
      beta(random, 20, 1).toFixed(6),
      (10 + 60 * random()).toFixed(4),
      top.formula,
      '[M + H]+',
      top.inchikey.slice(0, 14),
      top.name,
      top.smiles,
      feature.mz.toFixed(5),
      feature.rtSeconds.toFixed(1),
      feature.id,
    ]
  })
  const header =
    'rank formulaRank ConfidenceScore CSI:FingerIDScore ZodiacScore SiriusScore molecularFormula adduct InChIkey2D name smiles ionMass retentionTimeInSeconds mappingFeatureId'
  return table(header.split(' '), rows)
}

/** ISDB: predicted spectra of natural products, re-ranked by the organisms that are known to make them. */
function isdbTable(random: Random, features: readonly Feature[]): string {
  let number = -1
  const rows = features.flatMap((feature) =>
    feature.candidates.flatMap((candidate) => {
      const right = isRight(feature, candidate)
      const score = right ? beta(random, 4, 5) : beta(random, 2, 6)
      const proximity = right ? 3 + randomInteger(random, 7) : randomInteger(random, 6)
      if (random() < 0.15) return []
      number += 1
      return [
        [
          number,
          feature.id,
          score.toFixed(6),
          'ISDB',
          candidate.inchikey,
          candidate.smiles,
          candidate.formula,
          candidate.exactMassDa.toFixed(6),
          candidate.name,
          candidate.inchikey.slice(0, 14),
          proximity,
        ],
      ]
    }),
  )
  const header =
    'feature_id msms_score libname structure_inchikey structure_smiles structure_molecular_formula structure_exact_mass structure_nameTraditional short_inchikey score_taxo'
  return table(['', ...header.split(' ')], rows)
}

/**
 * Generates a run with known truth in the layouts of GNPS, SIRIUS and ISDB. Molecules are real; scores are drawn: right
 * candidates score higher on average, wrong ones are isomers, and some features have no right candidate. The same seed
 * gives the same run.
 */
export function demoRun(seed = DEMO_SEED, featureCount = 40): DemoRun {
  const random = mulberry32(seed)
  const features = featuresOf(random, featureCount)
  return {
    files: [
      { name: 'demo_gnps_library_hits.tsv', text: gnpsTable(random, features) },
      { name: 'demo_sirius_compound_identifications.tsv', text: siriusTable(random, features) },
      { name: 'demo_isdb_candidates.tsv', text: isdbTable(random, features) },
    ],
    truth: features.map(({ id, real, known }) => ({ featureId: id, molecule: known ? real : null })),
  }
}
