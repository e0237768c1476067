import type { Part } from './service.ts'
import { atLeast, fields, nullable, type Shape } from './shape.ts'

/** Shapes of the contract (../shared/contract/audio.md) and of nothing else; where it is silent, ADR 7. */
export const EMOTIONS = [
  'energy',
  'brightness',
  'tension',
  'warmth',
  'groove',
  'aggression',
  'atmosphere',
  'melancholy',
  'euphoria',
] as const

export const EMOTION_MAP = fields(Object.fromEntries(EMOTIONS.map((name) => [name, 'number'])))
const PROFILE = fields({
  overall_mood: ['string'],
  intensity_curve: ['number'],
  emotional_segments: [
    fields({
      start_time: 'number',
      end_time: 'number',
      primary_emotion: 'string',
      tension_level: 'number',
      descriptors: ['string'],
    }),
  ],
  peak_moments: [
    fields({ time: 'number', intensity: 'number', description: 'string', key_elements: ['string'] }),
  ],
})
const SEGMENTS: Shape = [
  fields({
    segment_id: 'string',
    start_time: 'number',
    end_time: 'number',
    type: 'string',
    energy_level: 'number',
    key_elements: ['string'],
    description: 'string',
  }),
]
export const TECHNICAL = fields({
  time: 'number',
  feature_type: 'string',
  description: 'string',
  characteristics: { mapTo: 'number' },
})
export const RECORDS = {
  metadata: atLeast({ title: 'string', duration: 'number' }),
  emotional_profile: PROFILE,
  segments: SEGMENTS,
  technical_features: [TECHNICAL],
  summary: 'string',
} as const satisfies Record<string, Shape>

export const EMOTION_FIELDS = { summary: atLeast({ dominant_emotion: 'string' }), emotions: EMOTION_MAP }
const BEATS = atLeast({
  tempo: 'number',
  tempo_candidates: ['anything'],
  tempo_regions: ['anything'],
  beats: ['number'],
  downbeats: ['number'],
  confidence: 'number',
})
const DRUMS = atLeast({
  num_hits: 'number',
  hits: [atLeast({ timestamp: 'number', instrument: 'string', velocity: 'number', confidence: 'number' })],
  patterns: ['anything'],
})
const ANALYSIS = atLeast(RECORDS)
export const completed = (names: Record<string, Shape>) =>
  atLeast({ status: 'string', processing_time: 'number', ...names })

/** The endpoints that take one file: path, fields of the answer, form fields beside the file. */
export const UPLOADS: [path: string, answer: Shape, extra?: Part[]][] = [
  ['/analyze', completed({ results: ANALYSIS })],
  ['/features', completed({ features: atLeast({ duration: 'number' }) })],
  ['/beats', completed({ beats: BEATS })],
  ['/drums', completed({ drum_analysis: DRUMS })],
  [
    '/stems',
    completed({ stems: atLeast({ files: { mapTo: 'string' }, engine: 'string', quality: 'anything' }) }),
  ],
  [
    '/semantic/analyze',
    completed({
      semantic_analysis: atLeast({ emotions: 'anything', indexed: 'boolean', track_id: nullable('string') }),
      full_analysis: ANALYSIS,
    }),
    [
      ['include_emotions', 'true'],
      ['index_for_search', 'True'],
    ],
  ],
  ['/semantic/emotions', completed(EMOTION_FIELDS)],
]

export const JOB = atLeast({
  id: 'string',
  type: 'string',
  status: 'string',
  progress: 'number',
  stage: nullable('string'),
  created_at: 'string',
  started_at: nullable('string'),
  completed_at: nullable('string'),
  error: nullable(fields({ code: 'string', message: 'string' })),
})
export const PAGINATION = atLeast({ page: 'number', per_page: 'number', total: 'number', pages: 'number' })
export const HIT = atLeast({
  track_id: 'string',
  title: 'string',
  artist: nullable('string'),
  score: 'number',
  emotions: EMOTION_MAP,
  why: 'anything',
})
