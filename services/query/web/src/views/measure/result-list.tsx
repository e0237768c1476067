import { Drawer } from '@assay/ui/drawer'
import { capital, formatNumber } from '@assay/ui/format'
import { Gauge } from '@assay/ui/gauge'
import { Strip } from '@assay/ui/strip'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import type { CatalogueMetric, MetricsAnswer } from '../../service.ts'
import { CATEGORY, TEXT } from '../../text.ts'
import { categoriesOf, type Figure, type Quantity, schemeOf } from './results.ts'

/** Numbers by category; a click on one shows where it comes from. */
export const ResultList = memo(function ResultList({
  answer,
  metrics,
  sex,
}: {
  answer: MetricsAnswer
  metrics: readonly CatalogueMetric[]
  sex: string | undefined
}) {
  const [open, setOpen] = useState<string>()
  const categories = categoriesOf(answer, metrics)
  const shown = categories.flatMap(({ quantities }) => quantities).find(({ quantity }) => quantity === open)
  return (
    <div className="results">
      {categories.map(({ category, quantities }) => (
        <div key={category} className="stack" data-size={Math.min(3, quantities.length)}>
          <h2>{CATEGORY[category] ?? capital(category.replaceAll('_', ' '))}</h2>
          <div className="grid">
            {quantities.map((one) => (
              <QuantityCard
                key={one.quantity}
                quantity={one}
                sex={sex}
                onOpen={() => setOpen(one.quantity)}
              />
            ))}
          </div>
        </div>
      ))}
      {shown ? <QuantityDrawer quantity={shown} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
})

const unitText = (unit: string) => (unit === '' ? '' : ` ${unit}`)

function QuantityCard({
  quantity: { numbers },
  sex,
  onOpen,
}: {
  quantity: Quantity
  sex: string | undefined
  onOpen: () => void
}) {
  const [lead] = numbers
  const { metric, value } = lead
  const scheme = schemeOf(lead, sex)
  const format = (one: number) => formatNumber(one, metric.decimals)
  const values = numbers.map((one) => one.value)
  return (
    <button type="button" className="card" onClick={onOpen} data-metric={lead.id}>
      <span className="small soft">{metric.name}</span>
      <span className="card-value number">
        {format(value)}
        <small>{unitText(metric.unit)}</small>
      </span>
      {scheme ? (
        <>
          <span className="tag">{scheme.label}</span>
          <Gauge
            bands={scheme.bands}
            middle={scheme.middle}
            value={value}
            format={(limit) =>
              formatNumber(limit, Number.isInteger(limit) ? 0 : Math.min(2, metric.decimals + 1))
            }
            text={`${metric.name} ${format(value)}${unitText(metric.unit)}: ${scheme.label}, ${scheme.system}`}
          />
        </>
      ) : null}
      {numbers.length > 1 ? (
        <span className="small soft">
          {TEXT.measure.equations(numbers.length, format(Math.min(...values)), format(Math.max(...values)))}
          {unitText(metric.unit)}
        </span>
      ) : null}
    </button>
  )
}

function QuantityDrawer({ quantity: { numbers }, onClose }: { quantity: Quantity; onClose: () => void }) {
  const [lead] = numbers
  const format = (value: number) => formatNumber(value, lead.metric.decimals)
  return (
    <Drawer title={lead.metric.name} close={TEXT.close} onClose={onClose}>
      {numbers.length > 1 ? (
        <div className="stack">
          <h3>{TEXT.measure.agree}</h3>
          <Strip
            title={numbers.map(({ metric, value }) => `${metric.name} ${format(value)}`).join(', ')}
            format={format}
            points={numbers.map((one) => ({
              label: shortName(one.metric.name),
              value: one.value,
              interval: intervalOf(one),
              main: one === lead,
            }))}
          />
        </div>
      ) : null}
      {numbers.map((one) => (
        <NumberFacts key={one.id} number={one} />
      ))}
    </Drawer>
  )
}

/** "Resting energy expenditure (Mifflin–St Jeor)" → "Mifflin–St Jeor". */
const shortName = (name: string): string => /\(([^)]+)\)\s*$/.exec(name)?.[1] ?? name

const intervalOf = ({ detail }: Figure): readonly [number, number] | undefined => {
  const [low, high] = detail.interval ?? []
  return low === undefined || high === undefined ? undefined : [low, high]
}

function NumberFacts({ number }: { number: Figure }) {
  const { detail, metric, value, id } = number
  const interval = intervalOf(number)
  const format = (one: number) => `${formatNumber(one, metric.decimals)}${unitText(metric.unit)}`
  const { authors, year, journal, doi } = detail.citation
  return (
    <div className="stack facts-of">
      <h3>
        {metric.name}: <span className="number">{format(value)}</span>
      </h3>
      <dl className="facts">
        {detail.interpretation.map(({ system, label }) => (
          <FactRow key={system} name={TEXT.measure.details.class} text={`${label} (${system})`} />
        ))}
        {detail.interpretation_withheld ? (
          <FactRow name={TEXT.measure.details.class} text={detail.interpretation_withheld} />
        ) : null}
        <FactRow
          name={TEXT.measure.details.interval}
          text={
            interval ? `${format(interval[0])} – ${format(interval[1])}` : TEXT.measure.details.noInterval
          }
        />
        <FactRow name={TEXT.measure.details.equation} text={detail.equation} />
        <FactRow name={TEXT.measure.details.from} text={detail.inputs_used.join(', ')} />
        <FactRow
          name={TEXT.measure.details.source}
          text={`${authors} ${year}. ${journal}.${doi ? ` doi:${doi}` : ''}`}
        />
        {detail.notes.map((note) => (
          <FactRow key={note} name={TEXT.measure.details.notes} text={note} />
        ))}
      </dl>
      <Link to="/catalogue/$id" params={{ id }} className="small">
        {TEXT.measure.details.catalogue}
      </Link>
    </div>
  )
}

const FactRow = ({ name, text }: { name: string; text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </>
)
