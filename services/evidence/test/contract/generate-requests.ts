import fc from 'fast-check'

const unit = fc.double({ min: 0, max: 1, noNaN: true })

export const evidenceTypes = [
  'spectral_match',
  'sequence_similarity',
  'pathway_membership',
  'protein_interaction',
]
const type = fc.constantFrom(...evidenceTypes)

const timestamp = fc
  .date({ min: new Date('2025-06-01T00:00:00Z'), max: new Date('2026-10-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Only type and value are required; every other field is there or not. */
export const evidenceItem = fc.record(
  {
    type,
    value: unit,
    uncertainty: unit,
    timestamp,
    source: fc.constantFrom('MassBank', 'KEGG', 'STRING', 'UniProt'),
    metadata: fc.oneof(
      fc.constant({}),
      fc.record({
        quality: fc.constantFrom('high', 'low'),
        matched_peaks: fc.nat(200),
        scores: fc.array(unit),
      }),
    ),
  },
  { requiredKeys: ['type', 'value'], noNullPrototype: true },
)

/** Of one to three types, so that something is left to predict. */
const evidenceList = fc.uniqueArray(type, { minLength: 1, maxLength: 3 }).chain((types) =>
  fc.array(
    fc.tuple(evidenceItem, fc.constantFrom(...types)).map(([item, one]) => ({ ...item, type: one })),
    { minLength: 1, maxLength: 12 },
  ),
)

const membershipFunction = fc.oneof(
  fc.constantFrom('triangular', 'gaussian', 'trapezoidal', 'sigmoid'),
  fc.constant({ type: 'gaussian', parameters: { center: 0.8, sigma: 0.1 } }),
  fc.constant({ type: 'triangular', parameters: [0.2, 0.9, 1] }),
  fc.constant({ type: 'sigmoid', parameters: { center: 0.5, slope: 10 } }),
)

const term = fc.constantFrom('very_low', 'low', 'medium', 'high', 'very_high')

export const fuzzyConfig = fc.record(
  {
    membership_functions: fc.dictionary(type, membershipFunction, { noNullPrototype: true }),
    linguistic_variables: fc.uniqueArray(term, { minLength: 1 }),
    temporal_decay_enabled: fc.boolean(),
    decay_half_life_days: fc.double({ min: 0.5, max: 1000, noNaN: true }),
    operations: fc.record({
      t_norm: fc.constantFrom('minimum', 'product', 'lukasiewicz'),
      s_norm: fc.constantFrom('maximum', 'probabilistic', 'lukasiewicz'),
      defuzzification: fc.constantFrom('centroid', 'weighted_average', 'maximum'),
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
)

const weights = (names: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...names), fc.double({ min: 0, max: 10, noNaN: true }), {
      noNullPrototype: true,
    })
    .map((map) => ({ ...map, [names[0]!]: 1 }))

const objectives = [
  'maximize_confidence',
  'minimize_uncertainty',
  'maximize_consistency',
  'minimize_conflicts',
]

export const integrationRequest = fc.record(
  {
    molecule_id: fc.integer({ min: 0, max: 1000 }).map((i) => `MOL_${i}`),
    evidence_list: evidenceList,
    fuzzy_config: fuzzyConfig,
    objective_weights: weights(objectives),
  },
  { requiredKeys: ['molecule_id', 'evidence_list'], noNullPrototype: true },
)

export const predictionRequest = fc.record(
  {
    evidence_types_to_predict: fc.uniqueArray(type, { minLength: 2 }),
    prediction_config: fc.record(
      {
        confidence_threshold: fc.double({ min: 0, max: 0.2, noNaN: true }),
        max_predictions: fc.integer({ min: 1, max: 5 }),
        include_uncertainty: fc.constant(true),
        network_learning_enabled: fc.boolean(),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    context_evidence: fc.array(fc.record({ type, value: unit, uncertainty: unit }), { maxLength: 3 }),
  },
  { requiredKeys: ['evidence_types_to_predict'], noNullPrototype: true },
)

export const optimisationRequest = fc.record(
  {
    optimization_config: fc.record(
      {
        objectives: weights([...objectives, 'maximize_network_coherence']),
        constraints: fc.record({ min_evidence_count: fc.integer({ min: 0, max: 1 }) }),
        optimization_method: fc.constantFrom('pareto_frontier', 'weighted_sum'),
      },
      { requiredKeys: ['objectives'], noNullPrototype: true },
    ),
    evidence_weights: fc.dictionary(type, fc.double({ min: 0, max: 2, noNaN: true }), {
      noNullPrototype: true,
    }),
  },
  { requiredKeys: ['optimization_config'], noNullPrototype: true },
)
