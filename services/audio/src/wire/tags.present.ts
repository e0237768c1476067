import type { Static } from 'typebox'
import type { TrackAnalysis } from '../domain/analyse-track.ts'
import { type HeardTags, meanProbabilities, TAG_SOURCES, tagsAbove } from '../domain/tags/hear-tags.ts'
import type { MusicDecision } from '../domain/tags/music-or-not.ts'
import { rounded } from './rounded.ts'
import type { MusicBody, TagsBody } from './tags.schema.ts'

/** Least probability of a tag that is listed. The networks rarely exceed 0.5: most tags exclude no other. */
const LISTED = 0.1
const MOST = 20

function heardBetween(tags: HeardTags, startSeconds: number, endSeconds: number) {
  return TAG_SOURCES.flatMap((source) => {
    const mean = meanProbabilities(tags, source, startSeconds, endSeconds)
    return mean === null ? [] : tagsAbove(mean, source, LISTED).map((tag) => ({ ...tag, source }))
  })
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MOST)
    .map(({ name, probability, source }) => ({ name, probability: rounded(probability, 4), source }))
}

/** Presents the decision whether a file is music. */
export const presentMusic = (music: MusicDecision | null): Static<typeof MusicBody> | null =>
  music && { heard: music.heard, probability: rounded(music.probability, 4) }

/** Presents the tags of a track and of its segments; null when nothing was tagged. */
export const presentTags = ({ tags, sections, music }: TrackAnalysis): Static<typeof TagsBody> | null =>
  tags === null || music?.heard === false
    ? null
    : {
        heard: heardBetween(tags, 0, Number.POSITIVE_INFINITY),
        segments: sections.map(({ startSeconds, endSeconds }, i) => ({
          segment_id: `segment-${String(i + 1).padStart(3, '0')}`,
          heard: heardBetween(tags, startSeconds, endSeconds),
        })),
      }
