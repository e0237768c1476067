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
 * bar, tempo by region, keys as they change, sections in the open segment namespace, drum hits as tags. No curator: the
 * schema wants one with an address of mail, and nobody curated this.
 */
export function jams(track: ExportableTrack, version: string) {
  const { durationSeconds, beats } = track
  const positions = barPositions(track)
  const make = (namespace: string, data: readonly Observation[]) =>
    annotation(namespace, data, durationSeconds, version)
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
        track.keyRegions.map((region) => ({
          time: region.startSeconds,
          duration: region.endSeconds - region.startSeconds,
          value: `${keyName({ ...region, mode: 'major' })}:${region.mode}`,
          // Measured for the whole track only.
          confidence: null,
        })),
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
