import { TableFrame } from '@assay/ui/table-frame'
import { TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'

/** How each column was read, to be changed. */
export function Columns({
  read,
  others,
  onMap,
  open = false,
}: {
  /** Column → meaning. */
  read: Readonly<Record<string, string>>
  others: readonly string[]
  onMap: (column: string, parameter: string) => void
  open?: boolean
}) {
  const { data } = useCatalogue()
  const names = [
    ...(data?.parameters.map((parameter) => parameter.name) ?? []),
    'cluster',
    'strata',
    'weight',
  ]
  return (
    <details className="no-print" open={open}>
      <summary>{TEXT.survey.columns(Object.keys(read).length, others.length)}</summary>
      <TableFrame label={TEXT.survey.columnsTitle}>
        <table>
          <tbody>
            {[...Object.entries(read), ...others.map((column) => [column, ''] as const)].map(
              ([column, meaning]) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td>
                    <select
                      aria-label={TEXT.survey.meaning(column)}
                      value={meaning}
                      onChange={({ target }) => onMap(column, target.value || '-')}
                    >
                      <option value="">{TEXT.survey.notRead}</option>
                      {[...new Set([meaning, ...names])].filter(Boolean).map((option) => (
                        <option key={option} value={option}>
                          {option}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </TableFrame>
    </details>
  )
}
