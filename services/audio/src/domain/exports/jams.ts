import { barPositions, type ExportableTrack, keyName } from './exportable-track.ts'

interface Observation {
  readonly time: number
  readonly duration: number
  readonly value: unknown
  readonly confidence: number | null
}

const annotation = (namespace: string, data: readonly Observation[], duration: number, version: string) => ({
  namespace,
  data,
  annotation_metadata: {
    curator: { name: '', email: '' },
    annotator: {},
    version,
    corpus: '',
    annotation_tools: `assay audio ${version}`,
    annotation_rules: '',
    validation: '',
    data_source: 'program',
  },
  sandbox: {},
  time: 0,
  duration,
})

/**
 * A JAMS document (JSON Annotated Music Specification 0.3; Humphrey et al., ISMIR 2014): beats with their place in the
 * bar, tempo, key, sections in the open segment namespace, drum hits as tags.
 */
export function jams(track: ExportableTrack, version: string) {
  const { durationSeconds, beats } = track
  const positions = barPositions(track)
  const make = (namespace: string, data: readonly Observation[]) =>
    annotation(namespace, data, durationSeconds, version)
  const whole = (value: unknown): Observation => ({
    time: 0,
    duration: durationSeconds,
    value,
    confidence: null,
  })
  return {
    file_metadata: {
      title: track.title,
      artist: track.artist,
      release: '',
      duration: durationSeconds,
      identifiers: {},
      jams_version: '0.3.4',
    },
    annotations: [
      make(
        'beat',
        beats.map((time, i) => ({ time, duration: 0, value: positions[i], confidence: null })),
      ),
      make(
        'tempo',
        track.tempoRegions.map(({ startSeconds, endSeconds, bpm }) => ({
          time: startSeconds,
          duration: endSeconds - startSeconds,
          value: bpm,
          confidence: 1,
        })),
      ),
      make(
        'key_mode',
        track.key ? [whole(jamsKey(keyName({ ...track.key, mode: 'major' }), track.key.mode))] : [],
      ),
      make(
        'segment_open',
        track.sections.map(({ startSeconds, endSeconds, type }) => ({
          time: startSeconds,
          duration: endSeconds - startSeconds,
          value: type,
          confidence: null,
        })),
      ),
      make(
        'tag_open',
        track.drumHits.map(({ timeSeconds, instrument, confidence }) => ({
          time: timeSeconds,
          duration: 0,
          value: instrument,
          confidence,
        })),
      ),
    ],
    sandbox: {},
  }
}

const jamsKey = (tonic: string, mode: string): string => `${tonic}:${mode}`
