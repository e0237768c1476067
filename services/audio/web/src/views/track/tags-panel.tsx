import { formatNumber } from '@assay/ui/format'
import { uniqueTags } from './heard-tags.ts'
import { TEXT } from './text.ts'
import type { Analysis } from './track-data.ts'

/** Number of tags that are shown. */
const SHOWN = 12

/** What tagging networks heard, as the guesses that they are. */
export function TagsPanel({ tags }: { tags: NonNullable<Analysis['tags']>['heard'] }) {
  return (
    <section className="panel stack" aria-labelledby="tags">
      <h2 id="tags">{TEXT.tags.title}</h2>
      <p className="small soft">{TEXT.tags.lead}</p>
      <ul className="heard">
        {uniqueTags(tags)
          .slice(0, SHOWN)
          .map(({ name, probability }) => (
            <li key={name}>
              <span className="tag guessed">
                {name} <span className="number">{formatNumber(probability * 100, 0)} %</span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
