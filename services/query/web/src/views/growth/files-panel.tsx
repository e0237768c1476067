import { FileButton } from '@assay/ui/file-button'
import { formatDay } from '@assay/ui/format'
import { saveFile } from '@assay/ui/save-file'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { TEXT } from '../../text.ts'
import { type GrowthSearch, visitsOf } from './child.ts'
import { FileFault, FORMATS, type Format, readChild, writeChild } from './child-file.ts'
import { childOf, forget, isSameChild, keep, useKept } from './kept.ts'

const WORDS = TEXT.growth.files

/** File name without characters that a file system may refuse. */
const fileName = ({ name }: GrowthSearch, format: Format): string =>
  `${(name ?? '').replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'child'}${format === 'fhir' ? '.fhir.json' : `.${format}`}`

type Outcome =
  | { readonly kind: 'said'; readonly texts: readonly string[] }
  | { readonly kind: 'fault'; readonly text: string }
  | { readonly kind: 'failure'; readonly error: Error }

/** Takes a child in and out as a file, and keeps it in the browser for those who ask. */
export function FilesPanel({
  search,
  onOpen,
}: {
  search: GrowthSearch
  onOpen: (search: GrowthSearch) => void
}) {
  const [outcome, setOutcome] = useState<Outcome>()
  const attempt = async (act: () => Promise<readonly string[]>) => {
    setOutcome(undefined)
    try {
      const texts = await act()
      if (texts.length > 0) setOutcome({ kind: 'said', texts })
    } catch (error) {
      if (error instanceof FileFault) setOutcome({ kind: 'fault', text: error.message })
      else setOutcome({ kind: 'failure', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  const open = (file: File) =>
    attempt(async () => {
      const { search: child, notes } = await readChild(file)
      onOpen(child)
      return [WORDS.opened(visitsOf(child.visits).length, file.name), ...notes]
    })
  const save = (format: Format) =>
    attempt(async () => {
      saveFile(fileName(search, format), await writeChild(search, format))
      return format === 'fhir' ? [WORDS.fhirCarries] : []
    })
  const hasVisits = visitsOf(search.visits).length > 0
  return (
    <section className="panel stack no-print" aria-labelledby="files">
      <h2 id="files">{WORDS.title}</h2>
      <div className="row">
        <FileButton
          label={WORDS.open}
          accept=".json,.csv,.txt,.tsv,application/json"
          onFile={(file) => void open(file)}
        />
        {hasVisits
          ? FORMATS.map((format) => (
              <button key={format} type="button" onClick={() => void save(format)}>
                {WORDS.save[format]}
              </button>
            ))
          : null}
        {hasVisits ? (
          <KeepButton search={search} onRefused={() => setOutcome({ kind: 'fault', text: WORDS.refused })} />
        ) : null}
      </div>
      {outcome?.kind === 'fault' ? (
        <p role="alert" className="field-error">
          {outcome.text}
        </p>
      ) : null}
      {outcome?.kind === 'failure' ? (
        <Failure error={outcome.error} onRetry={() => setOutcome(undefined)} />
      ) : null}
      <div className="small">
        <div role="status">
          {outcome?.kind === 'said' ? outcome.texts.map((text) => <p key={text}>{text}</p>) : null}
        </div>
        <Kept search={search} onOpen={onOpen} />
      </div>
    </section>
  )
}

function KeepButton({ search, onRefused }: { search: GrowthSearch; onRefused: () => void }) {
  const kept = useKept().find((one) => isSameChild(one, search))
  const isCurrent = kept !== undefined && JSON.stringify(kept) === JSON.stringify(childOf(search))
  if (isCurrent) return null
  return (
    <button
      type="button"
      onClick={() => {
        if (!keep(search)) onRefused()
      }}
    >
      {kept ? WORDS.keepChanges : WORDS.keep}
    </button>
  )
}

function Kept({ search, onOpen }: { search: GrowthSearch; onOpen: (search: GrowthSearch) => void }) {
  const kept = useKept()
  if (kept.length === 0) return <p className="soft">{WORDS.nothingKept}</p>
  return (
    <div className="kept">
      <p className="soft">{WORDS.keptHere}</p>
      <ul>
        {kept.map((child) => {
          const { name, birth, visits } = child
          const title = WORDS.child(name, birth ? formatDay(birth) : undefined, visitsOf(visits).length)
          return (
            <li key={`${name} ${birth} ${child.sex}`} className="row">
              <span>{title}</span>
              {isSameChild(child, search) ? null : (
                <button
                  type="button"
                  className="plain"
                  aria-label={`${WORDS.openKept}: ${title}`}
                  onClick={() => onOpen(child)}
                >
                  {WORDS.openKept}
                </button>
              )}
              <button
                type="button"
                className="plain"
                aria-label={`${WORDS.forget}: ${title}`}
                onClick={() => forget(child)}
              >
                {WORDS.forget}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
