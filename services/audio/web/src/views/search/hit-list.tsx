import { formatLength, MusicalKey, Tempo } from '../measured.tsx'
import type { SearchHit } from '../wire.ts'
import { TEXT } from './text.ts'

/** Facts of a track in one line: tempo, key, length. */
export const Facts = ({
  track,
}: {
  track: Pick<SearchHit, 'tempo' | 'tempo_confidence' | 'camelot' | 'key' | 'key_confidence' | 'duration'>
}) => (
  <p className="hit-facts small number">
    <span>
      <Tempo bpm={track.tempo} confidence={track.tempo_confidence} /> BPM
    </span>
    <span>
      <MusicalKey camelot={track.camelot} name={track.key} confidence={track.key_confidence} />
    </span>
    <span>{formatLength(track.duration)}</span>
  </p>
)

/** Tracks that a search found, best first, each with its reasons. */
export const HitList = ({ hits }: { hits: readonly SearchHit[] }) => (
  <section className="stack" aria-label={TEXT.hits(hits.length)}>
    <p className="small soft" role="status">
      {TEXT.hits(hits.length)}. {TEXT.computed}
    </p>
    <ol className="hits">
      {hits.map((hit) => (
        <li key={hit.track_id} className="hit" data-track={hit.track_id}>
          <div className="hit-head">
            <a href={`#/tracks/${hit.track_id}`} className="hit-title long">
              {hit.title}
            </a>
            {hit.artist === null ? null : <span className="soft long">{hit.artist}</span>}
          </div>
          <Facts track={hit} />
          <p className="hit-why">{hit.why}</p>
          <p className="small soft">{hit.description}</p>
          <a
            href={`#/search?mode=like&like=${hit.track_id}`}
            className="small hit-more"
            aria-label={TEXT.similarTo(hit.title)}
          >
            {TEXT.similar}
          </a>
        </li>
      ))}
    </ol>
  </section>
)
