import type { ReactNode } from 'react'
import { reachable } from '../../service.ts'
import { TEXT } from './text.ts'
import { type Track, useFreshLinks } from './track-data.ts'

/** Files for other programs, and what else can be done with the track. */
export function ExportsPanel({ track, children }: { track: Track; children: ReactNode }) {
  useFreshLinks(track)
  return (
    <section className="panel stack" aria-labelledby="exports">
      <h2 id="exports">{TEXT.exports.title}</h2>
      <p className="small soft">{TEXT.exports.lead}</p>
      <ul className="exports">
        {Object.entries(track.exports).map(([name, address]) => (
          <li key={name}>
            <a href={reachable(address)} download={name}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
