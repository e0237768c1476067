import Type from 'typebox'
import { FuzzyConfigText } from './fuzzy-config.schema.ts'
import { AsOf, Bounds, calibrationFields, Pairs } from './integrate.schema.ts'

export const MoleculePath = Type.Object({
  molecule_id: Type.String({
    minLength: 1,
    description:
      'CHEBI:15377, HMDB0000122, CID:702, P69905, an InChIKey, an identifiers.org address (percent-encoded), or a name of your own',
  }),
})

const StructureBody = Type.Union(
  [
    Type.Object(
      { smiles: Type.String({ minLength: 1, maxLength: 4000, description: 'Structure in SMILES notation' }) },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        molfile: Type.String({
          minLength: 1,
          maxLength: 200_000,
          description: 'MDL molfile, V2000 or V3000',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'StructureInput', description: 'Structure as SMILES or as a molfile' },
)

export const MoleculeBody = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 500, description: 'Name for display' })),
    aliases: Type.Optional(
      Type.Array(Type.String({ maxLength: 300 }), {
        maxItems: 100,
        description: 'Other identifiers of the molecule',
      }),
    ),
    structure: Type.Optional(StructureBody),
  },
  {
    additionalProperties: false,
    title: 'MoleculeDescription',
    description: 'Description of the molecule; fields that are not sent are cleared',
    examples: [
      {
        name: 'aspirin',
        aliases: ['CHEBI:15365', 'CID:2244'],
        structure: { smiles: 'CC(=O)Oc1ccccc1C(=O)O' },
      },
    ],
  },
)

const structureFields = {
  canonical_smiles: Type.String({ description: 'Canonical SMILES by RDKit' }),
  inchi: Type.String(),
  inchikey: Type.String(),
  formula: Type.String({ description: 'Formula in Hill order' }),
  exact_mass: Type.Number({ description: 'Monoisotopic mass in Da' }),
  average_mass: Type.Number({ description: 'Mass of the natural isotope mixture in Da' }),
}

const summaryFields = {
  molecule_id: Type.String({ description: 'Identifier under which the molecule is kept' }),
  name: Type.Union([Type.String(), Type.Null()]),
  aliases: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
}

const StructureSummary = Type.Object(structureFields, {
  title: 'StructureSummary',
  description: 'Identifiers, formula and masses of a structure',
})

const StructureAnswer = Type.Object(
  {
    ...structureFields,
    descriptors: Type.Record(Type.String(), Type.Number(), { description: 'Molecular descriptors by RDKit' }),
    svg: Type.String({ description: 'Drawing as SVG' }),
  },
  { title: 'Structure', description: 'Structure with descriptors and a drawing' },
)

const MoleculeAssessment = Type.Object(
  {
    overall_score: Type.Number(),
    uncertainty_bounds: Bounds,
    evidence_count: Type.Integer({ description: 'Number of items in use: kept and not set aside' }),
    coherence_score: Type.Number(),
    consistency_score: Type.Number(),
    conflict_score: Type.Number(),
    pairs: Pairs,
    ...calibrationFields,
    model_version: Type.Integer(),
    timestamp: Type.String({ format: 'date-time' }),
  },
  {
    title: 'MoleculeAssessment',
    description: 'Assessment of all items in use, with the default configuration',
  },
)

export const MoleculeAnswer = Type.Object(
  {
    ...summaryFields,
    structure: Type.Union([StructureAnswer, Type.Null()]),
    evidence_count: Type.Integer({ description: 'Number of kept items' }),
    assessment: MoleculeAssessment,
  },
  { title: 'Molecule', description: 'Molecule with its structure and the assessment of its evidence' },
)

export const AsOfQuery = Type.Object({ fuzzy_config: FuzzyConfigText, as_of: AsOf })

export const DrawingQuery = Type.Object({
  smiles: Type.String({ minLength: 1, maxLength: 4000, description: 'Structure in SMILES notation' }),
})

export const MoleculeQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Largest number of items in one answer',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 600, description: 'Value of next_cursor in the previous answer' }),
  ),
  similar_to: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'SMILES; sorts by similarity to it and answers without cursor',
    }),
  ),
  min_similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'Smallest Tanimoto coefficient, 0 to 1 (Morgan fingerprint, radius 2, 2048 bits)',
  }),
})

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Cursor of the next page; null on the last page',
})

const MoleculeSummary = Type.Object(
  {
    ...summaryFields,
    structure: Type.Union([StructureSummary, Type.Null()]),
    similarity: Type.Optional(Type.Number({ description: 'Tanimoto coefficient with similar_to' })),
  },
  { title: 'MoleculeSummary', description: 'Molecule in a list' },
)

export const MoleculeList = Type.Object(
  {
    molecules: Type.Array(MoleculeSummary),
    next_cursor: NextCursor,
  },
  { title: 'MoleculePage', description: 'Molecules, one page, sorted by identifier or by similarity' },
)

export const EvidenceQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'Largest number of items in one answer',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 600, description: 'Value of next_cursor in the previous answer' }),
  ),
})

const StoredAssessmentBody = Type.Object(
  {
    assessment_id: Type.String({ format: 'uuid' }),
    timestamp: Type.String({ format: 'date-time', description: 'Time to replay it with `as_of`' }),
    overall_score: Type.Number(),
    uncertainty_bounds: Bounds,
    algorithm_version: Type.String({ description: 'Version of the algorithm that made it' }),
    package_version: Type.String({
      description: 'Version of @assay/evidence that made it and can replay it',
    }),
    model_version: Type.Integer(),
    result_hash: Type.String(),
  },
  { title: 'StoredAssessment', description: 'Assessment as it was stored; it is never computed again' },
)

export const AssessmentList = Type.Object(
  {
    molecule_id: Type.String(),
    assessments: Type.Array(StoredAssessmentBody),
    next_cursor: NextCursor,
  },
  { title: 'AssessmentPage', description: 'Stored assessments of a molecule, one page, newest first' },
)

const KeptEvidence = Type.Object(
  {
    id: Type.String({ description: 'Id made from the content: equal items have equal ids' }),
    type: Type.String(),
    value: Type.Number(),
    uncertainty: Type.Number(),
    timestamp: Type.String({ format: 'date-time', description: 'Time of the observation' }),
    source: Type.String(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    recorded_at: Type.String({ format: 'date-time', description: 'Time at which the item was first kept' }),
  },
  { title: 'KeptEvidence', description: 'Item that is stored for a molecule' },
)

export const EvidenceList = Type.Object(
  {
    molecule_id: Type.String(),
    evidence: Type.Array(KeptEvidence),
    next_cursor: NextCursor,
  },
  { title: 'EvidencePage', description: 'Kept evidence of a molecule, one page, sorted by id' },
)
