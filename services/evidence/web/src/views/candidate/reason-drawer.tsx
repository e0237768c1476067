import { Drawer } from '@assay/ui/drawer'
import { formatNumber, formatTime } from '@assay/ui/format'
import type { ReactNode } from 'react'
import { TEXT as FRAME } from '../../text.ts'
import type { ExplainedItem, Explanation } from './explanation.ts'
import { printedSteps, signed } from './printed.ts'
import { TEXT } from './text.ts'
import type { WaterfallRow } from './waterfall.tsx'

const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd className="number">{value}</dd>
      </div>
    ))}
  </dl>
)

function ItemReason({ item, explanation }: { item: ExplainedItem; explanation: Explanation }) {
  const group = explanation.groups.find(({ type, group }) => type === item.type && group === item.group)
  const { reason } = TEXT
  return (
    <>
      <Facts
        facts={[
          [reason.value, formatNumber(item.value, 3)],
          [reason.uncertainty, formatNumber(item.uncertainty, 3)],
          [reason.alone, signed(item.alone_log_odds)],
          [reason.age, `× ${formatNumber(item.temporal_weight, 3)}`],
          [reason.correlation, `× ${formatNumber(item.correlation_weight, 3)}`],
          [reason.adds, <strong key="adds">{signed(printedSteps(explanation).of(item))}</strong>],
          [reason.probability, formatNumber(item.contribution_score, 3)],
        ]}
      />
      <p className="soft small">{reason.product}</p>
      <Facts
        facts={[
          [reason.table, group?.fitted ? reason.fitted : reason.preset],
          [reason.source, item.source],
          [reason.group, item.group],
          [reason.about, reason.aboutOf[item.about] ?? item.about],
          [reason.measured, formatTime(item.timestamp)],
          [reason.kept, formatTime(item.recorded_at)],
          [reason.id, item.evidence_id],
        ]}
      />
    </>
  )
}

function RivalReason({ explanation }: { explanation: Explanation }) {
  const { reason } = TEXT
  const hidden = explanation.rivals_total - explanation.rivals.length
  return (
    <>
      <p>{reason.rivals}</p>
      <table>
        <tbody>
          <tr>
            <th scope="row">{reason.none}</th>
            <td className="number">{signed(explanation.none_log_odds)}</td>
          </tr>
          {explanation.rivals.map(({ candidate_key, name, log_odds }) => (
            <tr key={candidate_key}>
              <th scope="row">{name ?? candidate_key}</th>
              <td className="number">{signed(log_odds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 ? <p className="soft small">{reason.moreRivals(hidden)}</p> : null}
    </>
  )
}

const titleOf = (row: WaterfallRow, explanation: Explanation): string => {
  if (row.kind === 'item') return TEXT.waterfall.item(row.item.type, row.item.source)
  if (row.kind === 'rest') return TEXT.waterfall.rest(row.items.length)
  return row.kind === 'prior' ? TEXT.waterfall.prior : TEXT.waterfall.rivals(explanation.rivals_total)
}

/** The reason of one row of the waterfall. */
export function ReasonDrawer({
  row,
  explanation,
  onClose,
}: {
  row: WaterfallRow
  explanation: Explanation
  onClose: () => void
}) {
  return (
    <Drawer title={titleOf(row, explanation)} close={FRAME.close} onClose={onClose}>
      {row.kind === 'item' ? <ItemReason item={row.item} explanation={explanation} /> : null}
      {row.kind === 'rivals' ? <RivalReason explanation={explanation} /> : null}
      {row.kind === 'prior' ? (
        <>
          <p>{TEXT.reason.prior}</p>
          <Facts facts={[[TEXT.reason.adds, signed(printedSteps(explanation).prior)]]} />
        </>
      ) : null}
      {row.kind === 'rest' ? (
        <>
          <p>{TEXT.reason.rest}</p>
          <table>
            <tbody>
              {row.items.map((item) => (
                <tr key={item.evidence_id}>
                  <th scope="row">{TEXT.waterfall.item(item.type, item.source)}</th>
                  <td className="number">{formatNumber(item.value, 3)}</td>
                  <td className="number">{signed(printedSteps(explanation).of(item))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </Drawer>
  )
}
