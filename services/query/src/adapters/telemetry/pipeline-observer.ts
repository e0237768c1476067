import type { Telemetry } from '@assay/kit/telemetry'
import type { PipelineObserver } from '../../operations/ports.ts'

/** Records stage execution, model usage and response generation as Prometheus metrics on the admin port. */
export function pipelineObserver({ meter }: Pick<Telemetry, 'meter'>): PipelineObserver {
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, {
      description,
      unit: 's',
      advice: {
        explicitBucketBoundaries: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 30],
      },
    })
  const stages = seconds('query_stage_duration', 'Time of one pipeline stage, by stage and outcome')
  const responses = seconds('query_response_duration', 'Time to generate an answer, by outcome')
  const calls = meter.createCounter('query_model_calls', {
    description: 'Questions put to the language model',
  })
  const tokens = meter.createCounter('query_model_tokens', {
    description: 'Tokens in and out of the language model',
  })
  return {
    stage: (stage, outcome, duration) => stages.record(duration, { stage, outcome }),
    model(model, use) {
      calls.add(use.calls - use.failures, { model, outcome: 'answered' })
      calls.add(use.failures, { model, outcome: 'failed' })
      tokens.add(use.inputTokens, { model, direction: 'in' })
      tokens.add(use.outputTokens, { model, direction: 'out' })
    },
    response: (outcome, duration) => responses.record(duration, { outcome }),
  }
}
