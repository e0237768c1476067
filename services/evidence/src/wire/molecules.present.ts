import type { Static } from 'typebox'
import type { Molecule, Structure } from '../domain/evidence/molecule.ts'
import type { listAssessments } from '../operations/integrate-evidence.ts'
import type { NetworkStats } from '../operations/network-stats.ts'
import type { Page } from '../operations/page.ts'
import type { MoleculeSummary, SimilarMolecule, StoredEvidence } from '../operations/ports.ts'
import { writeCursor } from './cursor.ts'
import { presentCalibrated, presentNetworkScores, presentPairs } from './integrate.present.ts'
import type { AssessmentList, EvidenceList, MoleculeAnswer, MoleculeList } from './molecules.schema.ts'

const structureFields = (structure: Structure) => ({
  canonical_smiles: structure.canonicalSmiles,
  inchi: structure.inchi,
  inchikey: structure.inchikey,
  formula: structure.formula,
  exact_mass: structure.exactMassDa,
  average_mass: structure.averageMassDa,
})

const summaryFields = (molecule: Molecule) => ({
  molecule_id: molecule.id,
  name: molecule.name,
  aliases: [...molecule.aliases],
  created_at: molecule.createdAt.toISOString(),
})

/** Presents a molecule with its structure and assessment. */
export const presentMolecule = (
  molecule: MoleculeSummary,
  { assessment, pairs, state }: NetworkStats,
): Static<typeof MoleculeAnswer> => ({
  ...summaryFields(molecule),
  structure: molecule.structure && {
    ...structureFields(molecule.structure),
    descriptors: { ...molecule.structure.descriptors },
    svg: molecule.structure.svg,
  },
  evidence_count: molecule.evidenceCount,
  assessment: {
    overall_score: assessment.fuzzyConfidence.overallScore,
    uncertainty_bounds: [...assessment.fuzzyConfidence.uncertaintyBounds],
    evidence_count: state.evidence.length,
    ...presentNetworkScores(assessment),
    pairs: presentPairs(pairs),
    ...presentCalibrated(
      assessment.contributions.map(({ type }) => type),
      state.model,
    ),
    model_version: state.model.version,
    timestamp: state.moment.toISOString(),
  },
})

const listed = (molecule: Molecule) => ({
  ...summaryFields(molecule),
  structure: molecule.structure && structureFields(molecule.structure),
})

const cursorOf = (next: string | undefined) => (next === undefined ? null : writeCursor(next))

/** Presents a page of molecules. */
export const presentMolecules = ({ items, next }: Page<Molecule>): Static<typeof MoleculeList> => ({
  molecules: items.map(listed),
  next_cursor: cursorOf(next),
})

/** Presents molecules with their similarity. */
export const presentSimilar = (found: readonly SimilarMolecule[]): Static<typeof MoleculeList> => ({
  molecules: found.map(({ molecule, similarity }) => ({ ...listed(molecule), similarity })),
  next_cursor: null,
})

/** Presents a page of stored assessments. */
export const presentAssessments = ({
  moleculeId,
  items,
  next,
}: Awaited<ReturnType<ReturnType<typeof listAssessments>>>): Static<typeof AssessmentList> => ({
  molecule_id: moleculeId,
  assessments: items.map((stored) => ({
    assessment_id: stored.id,
    timestamp: stored.moment.toISOString(),
    overall_score: stored.overallScore,
    uncertainty_bounds: [...stored.bounds],
    algorithm_version: stored.algorithmVersion,
    package_version: stored.packageVersion,
    model_version: stored.modelVersion,
    result_hash: stored.resultHash,
  })),
  next_cursor: cursorOf(next?.toISOString()),
})

/** Presents a page of kept evidence. */
export const presentEvidence = (
  moleculeId: string,
  { items, next }: Page<StoredEvidence>,
): Static<typeof EvidenceList> => ({
  molecule_id: moleculeId,
  evidence: items.map((item) => ({
    id: item.id,
    type: item.type,
    value: item.value,
    uncertainty: item.uncertainty,
    timestamp: item.observedAt.toISOString(),
    source: item.source,
    metadata: { ...item.metadata },
    recorded_at: item.recordedAt.toISOString(),
  })),
  next_cursor: cursorOf(next),
})
