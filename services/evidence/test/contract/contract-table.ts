/**
 * Every path, field and type of the contract, as a table: nothing else in this folder knows what a body looks like.
 * `a.b[].c` is field c of each member of the list b of a; `{}` stands for each value of a map, `{x,y}` for exactly
 * these keys.
 */
export type WireType =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'bounds'
  | 'object'
  | 'array'

export interface Endpoint {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Relative to the base address, which ends in /v1. */
  readonly path: string
  readonly response: Readonly<Record<string, WireType>>
}

const TERMS = '{very_low,low,medium,high,very_high}'
const KINDS = '{supports,contradicts,corroborates,implies,requires}'

export const endpoints: readonly Endpoint[] = [
  {
    name: 'integrate',
    method: 'POST',
    path: '/fuzzy-evidence/integrate',
    response: {
      molecule_id: 'string',
      'fuzzy_confidence.overall_score': 'number',
      'fuzzy_confidence.uncertainty_bounds': 'bounds',
      [`fuzzy_confidence.linguistic_assessment.${TERMS}`]: 'number',
      'evidence_analysis.individual_contributions': 'array',
      'evidence_analysis.individual_contributions[].type': 'string',
      [`evidence_analysis.individual_contributions[].fuzzy_membership.${TERMS}`]: 'number',
      'evidence_analysis.individual_contributions[].temporal_weight': 'number',
      'evidence_analysis.individual_contributions[].contribution_score': 'number',
      'evidence_analysis.evidence_relationships': 'array',
      'evidence_analysis.evidence_relationships[].source': 'string',
      'evidence_analysis.evidence_relationships[].target': 'string',
      'evidence_analysis.evidence_relationships[].relationship_type': 'string',
      'evidence_analysis.evidence_relationships[].strength': 'number',
      'network_statistics.coherence_score': 'number',
      'network_statistics.consistency_score': 'number',
      'network_statistics.conflict_score': 'number',
      'objective_optimization.total_score': 'number',
      'objective_optimization.component_scores': 'object',
      'objective_optimization.component_scores.{}': 'number',
      'processing_metadata.processing_time_ms': 'number',
      'processing_metadata.algorithm_version': 'string',
      'processing_metadata.timestamp': 'timestamp',
    },
  },
  {
    name: 'network statistics',
    method: 'GET',
    path: '/fuzzy-evidence/network-stats/{molecule_id}',
    response: {
      molecule_id: 'string',
      'network_topology.node_count': 'integer',
      'network_topology.edge_count': 'integer',
      'network_topology.density': 'number',
      'network_topology.clustering_coefficient': 'number',
      [`evidence_distribution.${TERMS}`]: 'integer',
      [`relationship_analysis.${KINDS}`]: 'integer',
      'temporal_analysis.evidence_age_distribution.{0-7_days,8-30_days,31-90_days}': 'integer',
      'temporal_analysis.decay_impact': 'number',
      'coherence_metrics.overall_coherence': 'number',
      'coherence_metrics.consistency_score': 'number',
      'coherence_metrics.conflict_resolution_score': 'number',
    },
  },
  {
    name: 'predict',
    method: 'POST',
    path: '/fuzzy-evidence/predict-evidence/{molecule_id}',
    response: {
      molecule_id: 'string',
      predictions: 'array',
      'predictions[].evidence_type': 'string',
      'predictions[].predicted_value': 'number',
      'predictions[].uncertainty_bounds': 'bounds',
      'predictions[].confidence': 'number',
      'predictions[].supporting_evidence': 'array',
      'predictions[].supporting_evidence[].type': 'string',
      'predictions[].supporting_evidence[].influence_weight': 'number',
      'predictions[].network_path': 'array',
      'predictions[].network_path[]': 'string',
      'network_learning.new_relationships_discovered': 'integer',
      'network_learning.relationship_strength_updates': 'integer',
      'network_learning.network_coherence_improvement': 'number',
      'prediction_metadata.algorithm': 'string',
      'prediction_metadata.processing_time_ms': 'number',
      'prediction_metadata.timestamp': 'timestamp',
    },
  },
  {
    name: 'optimise',
    method: 'POST',
    path: '/fuzzy-evidence/optimize-objective/{molecule_id}',
    response: {
      molecule_id: 'string',
      'optimization_results.optimal_score': 'number',
      'optimization_results.pareto_solutions': 'array',
      'optimization_results.pareto_solutions[].solution_id': 'integer',
      'optimization_results.pareto_solutions[].total_score': 'number',
      'optimization_results.pareto_solutions[].objective_scores.{}': 'number',
      'optimization_results.pareto_solutions[].evidence_configuration.active_evidence_types[]': 'string',
      'optimization_results.pareto_solutions[].evidence_configuration.fuzzy_parameters.membership_function':
        'string',
      'optimization_results.pareto_solutions[].evidence_configuration.fuzzy_parameters.linguistic_granularity':
        'integer',
      'sensitivity_analysis.objective_sensitivity.{}': 'number',
      'sensitivity_analysis.parameter_sensitivity.{temporal_decay,membership_function_type}': 'number',
      recommendations: 'array',
      'recommendations[].type': 'string',
      'recommendations[].description': 'string',
      'recommendations[].priority': 'string',
      'recommendations[].expected_improvement': 'number',
    },
  },
  {
    name: 'login',
    method: 'POST',
    path: '/auth/login',
    response: {
      access_token: 'string',
      token_type: 'string',
      expires_in: 'integer',
      'user.id': 'string',
      'user.username': 'string',
      'user.role': 'string',
      'user.organization': 'string',
    },
  },
  {
    name: 'linguistic variables',
    method: 'GET',
    path: '/fuzzy-evidence/linguistic-variables',
    response: {
      'linguistic_variables.confidence_levels[].name': 'string',
      'linguistic_variables.confidence_levels[].range': 'bounds',
      'linguistic_variables.confidence_levels[].membership_function.type': 'string',
      'linguistic_variables.confidence_levels[].membership_function.parameters[]': 'number',
      'linguistic_variables.confidence_levels[].description': 'string',
      'membership_function_types[].name': 'string',
      'membership_function_types[].parameters[]': 'string',
      'membership_function_types[].description': 'string',
      'fuzzy_operations.{t_norms,s_norms,defuzzification}': 'array',
    },
  },
]

/** The error envelope. */
export const errorBody: Readonly<Record<string, WireType>> = {
  'error.code': 'string',
  'error.message': 'string',
  'error.details': 'object',
  'error.timestamp': 'timestamp',
  'error.request_id': 'string',
}

const isTimestamp = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const checks: Record<WireType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  timestamp: isTimestamp,
  bounds: (value) =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(isNumber) &&
    Number(value[0]) <= Number(value[1]),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
}

type Found = { at: string; value: unknown }

/** Every value that a path of the table names in a body; a missing one is found as undefined. */
function resolve(body: unknown, path: string): Found[] {
  const steps = path
    .split(/\.(?![^{]*\})/)
    .flatMap((step) => step.replace(/\[\]$/, '\u0000[]').split('\u0000'))
  let found: Found[] = [{ at: '', value: body }]
  for (const step of steps) {
    found = found.flatMap(({ at, value }): Found[] => {
      const object = (value ?? {}) as Record<string, unknown>
      if (step === '[]') {
        if (!Array.isArray(value)) return [{ at: `${at}[]`, value: undefined }]
        return value.map((member, i) => ({ at: `${at}[${i}]`, value: member }))
      }
      if (step === '{}')
        return Object.entries(object).map(([key, member]) => ({ at: `${at}.${key}`, value: member }))
      const keys = /^\{(.+)\}$/.exec(step)?.[1]?.split(',') ?? [step]
      return keys.map((key) => ({ at: at === '' ? key : `${at}.${key}`, value: object[key] }))
    })
  }
  return found
}

/** What a body lacks or has of a wrong type, by the table. */
export function faults(body: unknown, table: Readonly<Record<string, WireType>>): string[] {
  return Object.entries(table).flatMap(([path, type]) =>
    resolve(body, path)
      .filter(({ value }) => !checks[type](value))
      .map(({ at, value }) => `${at}: ${JSON.stringify(value)} is no ${type}`),
  )
}
