import { barPositions, type ExportableTrack, keyName } from './exportable-track.ts'

interface Observation {
  readonly time: number
  readonly duration: number
  readonly value: unknown
  readonly confidence: number | null
}

/** Explains the confidence of a key: JAMS has a number for it, but no text. */
const KEY_RULES =
  'The confidence of a key is the probability that it is right, calibrated on rendered music; below 0.59 the key is a guess.'

const annotation = (
  namespace: string,
  data: readonly Observation[],
  duration: number,
  version: string,
  rules: string,
) => ({
  namespace,
  data,
  annotation_metadata: {
    annotator: {},
    version,
    corpus: '',
    annotation_tools: `assay audio ${version}`,
    annotation_rules: rules,
    validation: '',
    data_source: 'program',
  },
  sandbox: {},
  time: 0,
  duration,
})

/**
 * Returns a JAMS document (JSON Annotated Music Specification 0.3; Humphrey et al., ISMIR 2014): beats with their
 * position in the bar, tempo by region, keys over time with confidence, sections in the open segment namespace, drum
 * hits as tags, the energy level (1 to 10) in the sandbox. There is no curator, because the schema requires an e-mail address and nobody curated this.
 */
export function jams(track: ExportableTrack, version: string) {
  const { durationSeconds, beats } = track
  const positions = barPositions(track)
  const make = (namespace: string, data: readonly Observation[], rules = '') =>
    annotation(namespace, data, durationSeconds, version, rules)
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
          confidence: track.tempoConfidence,
        })),
      ),
      make(
        'key_mode',
        (track.key?.regions ?? []).map((region) => ({
          time: region.startSeconds,
          duration: region.endSeconds - region.startSeconds,
          value: `${keyName({ ...region, mode: 'major' })}:${region.mode}`,
          confidence: region.confidence,
        })),
        KEY_RULES,
      ),
      make(
        'segment_open',
        track.sections.map(({ startSeconds, endSeconds, label }) => ({
          time: startSeconds,
          duration: endSeconds - startSeconds,
          value: label,
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
    sandbox: { energy_level: track.energyLevel },
  }
}
