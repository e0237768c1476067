import './search.css'
import { ChoiceField } from '@assay/ui/field'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDraft } from '../library/use-draft.ts'
import { ByExample } from './by-example.tsx'
import { ByPath } from './by-path.tsx'
import { ByWords } from './by-words.tsx'
import { MODES, readSearchSearch, type SearchSearch } from './search-search.ts'
import { TEXT } from './text.ts'

const route = getRouteApi('/search')

/** Search by words, by example, and for a path between two tracks. */
export function SearchView(): ReactNode {
  const kept = route.useSearch()
  const navigate = useNavigate({ from: '/search' })
  const [draft, change] = useDraft(
    kept,
    readSearchSearch,
    (next) => void navigate({ search: next, replace: true }),
  )
  const go = (next: SearchSearch) => void navigate({ search: { ...kept, ...next } })
  const mode = kept.mode ?? 'words'
  return (
    <div className="stack search-view">
      <h1>{TEXT.title}</h1>
      <div className="search-modes">
        <ChoiceField
          label={TEXT.mode}
          options={MODES.map((value) => ({ value, label: TEXT.modes[value] }))}
          value={mode}
          onChange={(next) => go({ mode: next })}
        />
      </div>
      {mode === 'words' ? <ByWords query={kept.q ?? ''} onQuery={(q) => go({ q })} /> : null}
      {mode === 'like' ? <ByExample search={readSearchSearch(draft)} kept={kept} onChange={change} /> : null}
      {mode === 'path' ? <ByPath search={kept} onChange={change} /> : null}
    </div>
  )
}
