import { TableFrame } from '@assay/ui/table-frame'
import type { UseQueryResult } from '@tanstack/react-query'
import { Failure } from '../../failure.tsx'
import type { Understanding } from '../../service.ts'
import { FaultTable, NoteList } from './fault-table.tsx'
import { TEXT } from './text.ts'

/** A file before it is imported: which tool wrote it, how each score is read, what cannot be read. */
export function UnderstoodFile({
  file,
  understanding: { data, error, refetch },
  onRemove,
}: {
  file: File
  understanding: UseQueryResult<Understanding>
  onRemove: () => void
}) {
  return (
    <section className="panel stack" aria-label={file.name} aria-busy={!data && !error}>
      <div className="row drawer-head">
        <div className="long">
          <h3>{data?.title ?? file.name}</h3>
          {data ? <p className="small soft">{file.name}</p> : null}
        </div>
        <button
          type="button"
          className="plain"
          aria-label={TEXT.understood.remove(file.name)}
          onClick={onRemove}
        >
          ✕
        </button>
      </div>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className="stack" role="status">
          <p className="soft">{TEXT.understood.reading(file.name)}</p>
          <progress aria-label={TEXT.understood.reading(file.name)} />
        </div>
      ) : null}
      {data ? <How understanding={data} /> : null}
    </section>
  )
}

function How({ understanding }: { understanding: Understanding }) {
  const { columns, ignored_columns: ignored, refusals, notes } = understanding
  const counted = columns.filter(({ type }) => type !== null)
  const kept = columns.filter(({ type }) => type === null)
  return (
    <>
      {understanding.empty_because === null ? (
        <p>
          <strong>
            {TEXT.understood.counts(
              understanding.observations,
              understanding.candidates,
              understanding.items,
            )}
          </strong>
          {understanding.decimal_comma ? ` ${TEXT.understood.comma}` : ''}
        </p>
      ) : (
        <p className="notice" role="alert">
          <strong>{TEXT.understood.empty}.</strong> {understanding.empty_because}
        </p>
      )}
      {counted.length > 0 ? <ScoreCards title={TEXT.understood.scores} columns={counted} /> : null}
      <div className="understood-more">
        {kept.length > 0 ? (
          <details>
            <summary>{`${TEXT.understood.keptScores} (${kept.length})`}</summary>
            <ScoreCards title={TEXT.understood.keptScores} columns={kept} />
          </details>
        ) : null}
        {refusals.length > 0 ? (
          <details>
            <summary>{TEXT.understood.refused(understanding.refused_cells)}</summary>
            {understanding.refused_cells > refusals.length ? (
              <p className="small soft">{TEXT.understood.firstRefused(refusals.length)}</p>
            ) : null}
            <FaultTable label={TEXT.understood.refused(understanding.refused_cells)} errors={refusals} />
          </details>
        ) : null}
        {notes.length > 0 ? (
          <details>
            <summary>{TEXT.understood.notes(notes.length)}</summary>
            <NoteList notes={notes} />
          </details>
        ) : null}
        {ignored.length > 0 ? (
          <details>
            <summary>{TEXT.understood.ignored(ignored.length)}</summary>
            <dl className="facts">
              {ignored.map(({ column, because }) => (
                <div className="facts-pair" key={column}>
                  <dt>{column}</dt>
                  <dd>{because}</dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
      </div>
    </>
  )
}

const ScoreCards = ({ title, columns }: { title: string; columns: Understanding['columns'] }) => (
  <TableFrame label={title}>
    <table className="score-cards">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{TEXT.understood.column}</th>
          <th scope="col">{TEXT.understood.meaning}</th>
          <th scope="col">{TEXT.understood.value}</th>
          <th scope="col">{TEXT.understood.note}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ column, kind, transform, note }) => (
          <tr key={column}>
            <th scope="row" className="long">
              {column}
            </th>
            <td data-label={TEXT.understood.meaning}>{kind.replaceAll('_', ' ')}</td>
            <td data-label={TEXT.understood.value}>
              {transform === 'x' ? TEXT.understood.unchanged : transform}
            </td>
            <td data-label={TEXT.understood.note}>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableFrame>
)
