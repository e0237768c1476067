import Type from 'typebox'
import { SignedQuery } from './files.schema.ts'

/** Longest path of a file on the client's computer, characters. Percent-encoded, it fits into a line of a request. */
const MAX_LOCATION = 1024

/** Query parameters of the rekordbox export. */
export const RekordboxQuery = Type.Object({
  location: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_LOCATION,
      description:
        'Path of the audio file on the computer with rekordbox, such as `C:\\Music\\track.mp3`, `\\\\nas\\music\\track.mp3` or `/Users/me/Music/track.mp3`. A path that ends with a slash or backslash is the folder of the uploaded file. Without it, only the file name is written, and rekordbox cannot find the file',
      examples: ['C:\\Music\\'],
    }),
  ),
  ...SignedQuery.properties,
})

const EXAMPLE_XML = `<?xml version="1.0" encoding="UTF-8"?>
<DJ_PLAYLISTS Version="1.0.0">
  <PRODUCT Name="Assay" Version="1" Company="Assay"/>
  <COLLECTION Entries="1">
    <TRACK TrackID="1" Name="Track" Artist="" TotalTime="17" AverageBpm="120.00" Comments="Energy 6" Tonality="Am" Location="file://localhost/C:/Music/track.mp3">
      <TEMPO Inizio="0.250" Bpm="120.00" Metro="4/4" Battito="1"/>
      <POSITION_MARK Name="intro" Type="0" Start="0.250" Num="-1"/>
    </TRACK>
  </COLLECTION>
</DJ_PLAYLISTS>
`

export const RekordboxXml = Type.String({
  title: 'RekordboxXml',
  description: 'Collection for rekordbox (XML format 1.0.0)',
  examples: [EXAMPLE_XML],
})

const JamsAnnotation = Type.Object(
  {
    namespace: Type.String({ description: 'beat, tempo, key_mode, segment_open or tag_open' }),
    data: Type.Array(Type.Unknown(), { description: 'Observations: time, duration, value, confidence' }),
  },
  {
    title: 'JamsAnnotation',
    description: 'Annotation of one kind, as JAMS defines it',
    additionalProperties: true,
  },
)

export const JamsDocument = Type.Object(
  {
    file_metadata: Type.Object(
      {},
      { description: 'Title, artist and duration of the track', additionalProperties: true },
    ),
    annotations: Type.Array(JamsAnnotation, {
      description: 'Beats, tempo, keys, sections and drum hits',
    }),
    sandbox: Type.Object({}, { description: '`energy_level`, 1 to 10', additionalProperties: true }),
  },
  {
    title: 'JamsDocument',
    description: 'JAMS document (JSON Annotated Music Specification 0.3)',
    examples: [
      {
        file_metadata: { title: 'Track', artist: '', release: '', duration: 17, identifiers: {} },
        annotations: [{ namespace: 'beat', data: [{ time: 0.25, duration: 0, value: 1, confidence: null }] }],
        sandbox: { energy_level: 6 },
      },
    ],
  },
)

export const DrumMidi = Type.Unsafe<Uint8Array>(
  Type.String({
    title: 'DrumMidi',
    format: 'binary',
    description:
      'Standard MIDI file (format 1) with the drum hits on channel 10 and a tempo map of the beats',
  }),
)

const labels = (title: string, description: string, example: string) =>
  Type.String({ title, description, examples: [example] })

export const BeatLabels = labels(
  'BeatLabels',
  'Beats as a time-instants layer of Sonic Visualiser, labelled `bar.beat`',
  'time,label\n0.250000,1.1\n0.750000,1.2\n',
)
export const SectionLabels = labels(
  'SectionLabels',
  'Sections as a regions layer of Sonic Visualiser',
  'time,duration,label\n0.000000,15.250000,intro\n15.250000,30.500000,drop 1\n',
)
export const KeyLabels = labels(
  'KeyLabels',
  'Certain keys over time as a regions layer of Sonic Visualiser',
  'time,duration,label\n0.000000,64.000000,Am\n',
)
export const DrumLabels = labels(
  'DrumLabels',
  'Drum hits as a time-values layer of Sonic Visualiser; the value is the velocity, 0 to 1',
  'time,value,label\n0.250000,0.910,kick\n',
)
export const AudacityLabels = labels(
  'AudacityLabels',
  'Label track of Audacity: start, end and text separated by tabs; beats are points, sections are spans',
  '0.000000\t15.250000\tintro\n0.250000\t0.250000\t1\n',
)
