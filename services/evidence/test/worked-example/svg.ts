/** Just enough SVG for three plots that a reader can follow and a test can compare. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const n = (value: number) => String(Math.round(value * 10) / 10)

export const text = (x: number, y: number, words: string, anchor = 'start') =>
  `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}">${escaped(words)}</text>`
export const line = (x1: number, y1: number, x2: number, y2: number, style = 'stroke="#888"') =>
  `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" ${style}/>`
export const bar = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"/>`
export const path = (points: readonly (readonly [number, number])[], style: string) =>
  `<polyline points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="none" ${style}/>`
export const area = (points: readonly (readonly [number, number])[], fill: string) =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}"/>`

export const picture = (width: number, height: number, title: string, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`
