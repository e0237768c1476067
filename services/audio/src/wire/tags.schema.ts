import Type from 'typebox'

const HeardTag = Type.Object(
  {
    name: Type.String({ description: 'Tag in lower case, such as piano or female vocal' }),
    probability: Type.Number({ description: 'Mean probability over the patches, 0 to 1' }),
    source: Type.String({
      description:
        'Network: mtt (trained on MagnaTagATune) or msd (trained on tags of the Million Song Dataset)',
    }),
  },
  { title: 'HeardTag', description: 'Instrument, genre, voice or mood that a network heard' },
)

const SegmentTags = Type.Object(
  {
    segment_id: Type.String({
      description: 'Identifier that the same part of the track has in the list of sections',
    }),
    heard: Type.Array(HeardTag, { description: 'Tags in the segment, most probable first' }),
  },
  { title: 'SegmentTags', description: 'Tags of one segment' },
)

export const TagsBody = Type.Object(
  {
    heard: Type.Array(HeardTag, { description: 'Tags of the whole track, most probable first' }),
    segments: Type.Array(SegmentTags, {
      description: 'Tags of the segments in order of time; short segments may have none',
    }),
  },
  { title: 'Tags', description: 'What two tagging networks heard. Tags are guesses, not measurements' },
)

export const MusicBody = Type.Object(
  {
    heard: Type.Boolean({
      description: 'False for noise, speech, a tone or silence: then there is no tempo, key, drum or mood',
    }),
    probability: Type.Number({ description: 'Probability that the file is music, 0 to 1' }),
  },
  { title: 'Music', description: 'Decision whether the file is music' },
)
