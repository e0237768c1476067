import { TableFrame } from '@assay/ui/table-frame'
import type { ImportError, ImportNote } from '../../service.ts'
import { TEXT } from './text.ts'

/** Lines and cells that could not be read. */
export const FaultTable = ({ label, errors }: { label: string; errors: readonly ImportError[] }) => (
  <TableFrame label={label} className="fault-table">
    <table>
      <thead>
        <tr>
          <th scope="col" className="number">
            {TEXT.fault.line}
          </th>
          <th scope="col">{TEXT.fault.field}</th>
          <th scope="col">{TEXT.fault.issue}</th>
          <th scope="col">{TEXT.fault.provided}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ line, field, issue, provided }) => (
          <tr key={`${line} ${field} ${issue}`}>
            <td className="number">{line}</td>
            <td className="long">{field}</td>
            <td>{issue}</td>
            <td className="long">{provided === undefined ? '' : <code>{provided}</code>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableFrame>
)

/** Reasons why rows or cells are not evidence. */
export const NoteList = ({ notes }: { notes: readonly ImportNote[] }) => (
  <ul className="small">
    {notes.map(({ reason, count }) => (
      <li key={reason}>
        {reason} ({count})
      </li>
    ))}
  </ul>
)
