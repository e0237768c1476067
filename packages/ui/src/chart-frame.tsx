import { type ReactNode, useRef, useState } from 'react'
import { csvFile, saveFile } from './save-file.tsx'
import { TableFrame } from './table-frame.tsx'

export type ChartTable = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}
export type ChartWords = {
  readonly table: string
  readonly chart: string
  readonly svg: string
  readonly png: string
  readonly csv: string
}

/** A drawing that stands alone: the colours of the page are written into a copy of it. */
function drawingOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [i, original] of originals.entries()) {
    const style = getComputedStyle(original)
    for (const property of [
      'fill',
      'stroke',
      'stroke-width',
      'stroke-dasharray',
      'font-size',
      'font-family',
      'font-weight',
    ])
      copies[i]?.setAttribute(property, style.getPropertyValue(property))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}

async function pictureOf(svg: SVGSVGElement): Promise<Blob | null> {
  const { width, height } = svg.viewBox.baseVal
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([drawingOf(svg)], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(image.src)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** A chart with its title, the same as a table, and both to take away. */
export function ChartFrame({
  title,
  name,
  table,
  words,
  children,
}: {
  title: string
  /** File name of downloads, without extension. */
  name: string
  table: ChartTable
  words: ChartWords
  children: ReactNode
}) {
  const frame = useRef<HTMLElement>(null)
  const [asTable, setAsTable] = useState(false)
  const svg = () => frame.current?.querySelector('svg') ?? undefined
  return (
    <figure className="chart-frame panel stack" ref={frame}>
      <figcaption className="row">
        <h2>{title}</h2>
        <span className="row no-print">
          <button type="button" className="plain" onClick={() => setAsTable(!asTable)}>
            {asTable ? words.chart : words.table}
          </button>
          {asTable ? null : (
            <>
              <button
                type="button"
                className="plain"
                onClick={() => {
                  const drawing = svg()
                  if (drawing)
                    saveFile(`${name}.svg`, new Blob([drawingOf(drawing)], { type: 'image/svg+xml' }))
                }}
              >
                {words.svg}
              </button>
              <button
                type="button"
                className="plain"
                onClick={() => {
                  const drawing = svg()
                  if (drawing)
                    void pictureOf(drawing).then((picture) => picture && saveFile(`${name}.png`, picture))
                }}
              >
                {words.png}
              </button>
            </>
          )}
          <button
            type="button"
            className="plain"
            onClick={() => saveFile(`${name}.csv`, csvFile([table.columns, ...table.rows]))}
          >
            {words.csv}
          </button>
        </span>
      </figcaption>
      {asTable ? (
        <TableFrame label={title} className="chart-table">
          <table>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row.join(' ')}>
                  {row.map((value, i) => (
                    <td key={table.columns[i]} className={typeof value === 'number' ? 'number' : undefined}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : (
        children
      )}
    </figure>
  )
}
