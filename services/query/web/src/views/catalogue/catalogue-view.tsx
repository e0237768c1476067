import { capital } from '@assay/ui/format'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import type { CatalogueMetric } from '../../service.ts'
import { CATEGORY, TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'

const matches = ({ name, id, quantity, citation }: CatalogueMetric, words: readonly string[]): boolean => {
  const text = `${name} ${id} ${quantity} ${citation.authors} ${citation.year}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Every metric, searchable. */
export function CatalogueView() {
  const { find = '' } = useSearch({ from: '/catalogue' })
  const navigate = useNavigate()
  const { data, error, refetch } = useCatalogue()
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const metrics = data?.metrics.filter((metric) => matches(metric, words)) ?? []
  const categories = Map.groupBy(metrics, ({ category }) => category)
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.catalogue.title}</h1>
        <p className="soft">{TEXT.catalogue.lead}</p>
      </div>
      <div className="field">
        <label htmlFor="find">{TEXT.catalogue.search}</label>
        <input
          id="find"
          type="search"
          value={find}
          onChange={({ target }) =>
            void navigate({
              to: '/catalogue',
              search: target.value ? { find: target.value } : {},
              replace: true,
            })
          }
        />
        <span className="field-hint" role="status">
          {data ? TEXT.catalogue.count(metrics.length, data.metrics.length) : TEXT.loading}
        </span>
      </div>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {[...categories].map(([category, members]) => (
        <section key={category} className="stack">
          <h2>{CATEGORY[category] ?? capital(category)}</h2>
          <ul className="catalogue">
            {members.map(({ id, name, unit, citation }) => (
              <li key={id}>
                <Link to="/catalogue/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                <span className="soft small">
                  {unit} · {citation.authors.split(',')[0]} {citation.year}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
