import { TableFrame } from '@assay/ui/table-frame'
import { Link, useParams } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import type { CatalogueMetric } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'

/** One metric at an address of its own. */
export function MetricView() {
  const { id } = useParams({ from: '/catalogue/$id' })
  const { data, error, refetch } = useCatalogue()
  const metric = data?.metrics.find((one) => one.id === id)
  const labels = new Map(data?.parameters.map(({ name, label }) => [name, label]))
  return (
    <div className="stack wide">
      <Link to="/catalogue">{TEXT.catalogue.back}</Link>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {metric ? (
        <MetricCard metric={metric} labelOf={(name) => labels.get(name) ?? name} />
      ) : data ? (
        <p>{TEXT.catalogue.unknown}</p>
      ) : null}
    </div>
  )
}

function MetricCard({ metric, labelOf }: { metric: CatalogueMetric; labelOf: (name: string) => string }) {
  const { authors, year, title, journal, doi } = metric.citation
  return (
    <article className="stack">
      <h1>{metric.name}</h1>
      <p className="soft">
        <code>{metric.id}</code> {metric.unit ? `· ${metric.unit}` : ''}
      </p>
      <p className="equation">{metric.equation}</p>
      <dl className="facts">
        <dt>{TEXT.catalogue.for}</dt>
        <dd>{TEXT.catalogue.who[metric.applies_to] ?? metric.applies_to}</dd>
        <dt>{TEXT.catalogue.needs}</dt>
        <dd>{metric.required.map(labelOf).join(', ')}</dd>
        {metric.optional.length > 0 ? (
          <>
            <dt>{TEXT.catalogue.optional}</dt>
            <dd>{metric.optional.map(labelOf).join(', ')}</dd>
          </>
        ) : null}
        <dt>{TEXT.measure.details.source}</dt>
        <dd>
          {authors} {year}. {title ? `${title}. ` : ''}
          {journal}.{doi ? ` doi:${doi}` : ''}
        </dd>
        {metric.limits.map(({ parameter, min, max, reason, outside }) => (
          <div key={`${parameter} ${reason}`} className="facts-pair">
            <dt>{TEXT.catalogue.limits}</dt>
            <dd>
              {TEXT.catalogue.range(labelOf(parameter), min, max)}: {reason}
              {outside === 'refuse' ? TEXT.catalogue.refused : ''}
            </dd>
          </div>
        ))}
      </dl>
      {metric.classes.map(({ system, bands, citation }) => (
        <TableFrame key={system + bands[1]?.from} label={system}>
          <table>
            <caption>
              {TEXT.catalogue.classes}: {system}{' '}
              <span className="soft small">
                {citation.authors.split(',')[0]} {citation.year}
              </span>
            </caption>
            <tbody>
              {bands.map(({ from, label }) => (
                <tr key={label}>
                  <td className="number">{TEXT.catalogue.from(from)}</td>
                  <td>{label}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ))}
    </article>
  )
}
