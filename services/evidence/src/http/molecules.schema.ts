import Type from 'typebox'
import { AsOf } from './integrate.schema.ts'

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
      { smiles: Type.String({ minLength: 1, maxLength: 4000, description: 'SMILES' }) },
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
  { description: 'Either a SMILES or a molfile' },
)

export const MoleculeBody = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 500, description: 'For people' })),
    aliases: Type.Optional(
      Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, description: 'Other identifiers of it' }),
    ),
    structure: Type.Optional(StructureBody),
  },
  {
    additionalProperties: false,
    description: 'What the molecule is; what is left out is emptied',
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
  canonical_smiles: Type.String({ description: 'By RDKit' }),
  inchi: Type.String(),
  inchikey: Type.String(),
  formula: Type.String({ description: 'Hill order' }),
  exact_mass: Type.Number({ description: 'Monoisotopic, Da' }),
  average_mass: Type.Number({ description: 'Natural isotope mixture, Da' }),
}

const summaryFields = {
  molecule_id: Type.String({ description: 'The identifier under which it is kept' }),
  name: Type.Union([Type.String(), Type.Null()]),
  aliases: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
}

export const MoleculeAnswer = Type.Object(
  {
    ...summaryFields,
    structure: Type.Union([
      Type.Object({
        ...structureFields,
        descriptors: Type.Record(Type.String(), Type.Number(), { description: 'By RDKit' }),
        svg: Type.String({ description: 'A drawing' }),
      }),
      Type.Null(),
    ]),
    evidence_count: Type.Integer({ description: 'Items kept' }),
    assessment: Type.Object(
      {
        overall_score: Type.Number(),
        uncertainty_bounds: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        evidence_count: Type.Integer({ description: 'Items in use: kept and not set aside' }),
        coherence_score: Type.Number(),
        consistency_score: Type.Number(),
        conflict_score: Type.Number(),
        model_version: Type.Integer(),
        timestamp: Type.String({ format: 'date-time' }),
      },
      { description: 'Of everything in use, with the default configuration' },
    ),
  },
  { description: 'A molecule' },
)

export const AsOfQuery = Type.Object({ as_of: AsOf })

export const MoleculeQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Most items in one answer' }),
  cursor: Type.Optional(Type.String({ maxLength: 600, description: 'next_cursor of the answer before' })),
  similar_to: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'A SMILES: the most similar structures first, in one answer without cursor',
    }),
  ),
  min_similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'Least Tanimoto coefficient (Morgan fingerprint, radius 2, 2048 bits)',
  }),
})

const NextCursor = Type.Union([Type.String(), Type.Null()], { description: 'null on the last page' })

export const MoleculeList = Type.Object(
  {
    molecules: Type.Array(
      Type.Object({
        ...summaryFields,
        structure: Type.Union([Type.Object(structureFields), Type.Null()]),
        similarity: Type.Optional(Type.Number({ description: 'Tanimoto coefficient with similar_to' })),
      }),
    ),
    next_cursor: NextCursor,
  },
  { description: 'A page of molecules, by identifier or by similarity' },
)

export const EvidenceQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Most items in one answer' }),
  cursor: Type.Optional(Type.String({ maxLength: 600, description: 'next_cursor of the answer before' })),
})

export const EvidenceList = Type.Object(
  {
    molecule_id: Type.String(),
    evidence: Type.Array(
      Type.Object({
        id: Type.String({ description: 'From the content: equal items have equal ids' }),
        type: Type.String(),
        value: Type.Number(),
        uncertainty: Type.Number(),
        timestamp: Type.String({ format: 'date-time', description: 'When it was observed' }),
        source: Type.String(),
        metadata: Type.Record(Type.String(), Type.Unknown()),
        recorded_at: Type.String({ format: 'date-time', description: 'When we first kept it' }),
      }),
    ),
    next_cursor: NextCursor,
  },
  { description: 'A page of kept evidence' },
)
