/** A small pen for charts: fixed size, numbers to a tenth of a pixel, colours for light and for dark pages. */
export const WIDTH = 720

const STYLE = `
  .page { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #59636e } .grid { stroke: #d1d9e0 } .axis { stroke: #59636e }
  .a { stroke: #0969da } .b { stroke: #bc4c00 } .c { stroke: #8250df } .d { stroke: #1a7f37 } .e { stroke: #bf3989 }
  .fa { fill: #0969da } .fb { fill: #bc4c00 } .fc { fill: #8250df } .fd { fill: #1a7f37 } .fe { fill: #bf3989 }
  text { font: 13px system-ui, sans-serif } .title { font-weight: 600; font-size: 15px } line, path { fill: none; stroke-width: 1 }
  .thick { stroke-width: 2.5 } .dashed { stroke-dasharray: 5 4 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .ink { fill: #e6edf3 } .faint { fill: #9198a1 } .grid { stroke: #30363d } .axis { stroke: #9198a1 }
    .a { stroke: #58a6ff } .b { stroke: #f0883e } .c { stroke: #bc8cff } .d { stroke: #3fb950 } .e { stroke: #ff7bac }
    .fa { fill: #58a6ff } .fb { fill: #f0883e } .fc { fill: #bc8cff } .fd { fill: #3fb950 } .fe { fill: #ff7bac }
  }`

const px = (value: number): string => (Math.round(value * 10) / 10 + 0).toString()
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const line = (x1: number, y1: number, x2: number, y2: number, style = 'axis'): string =>
  `<line class="${style}" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"/>`

export const text = (
  x: number,
  y: number,
  words: string,
  options: { anchor?: 'start' | 'middle' | 'end'; style?: string } = {},
): string =>
  `<text class="${options.style ?? 'ink'}" x="${px(x)}" y="${px(y)}" text-anchor="${options.anchor ?? 'start'}">${escaped(words)}</text>`

export const curve = (points: readonly (readonly [number, number])[], style: string): string =>
  `<path class="${style}" d="${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('')}"/>`

export const bar = (x: number, y: number, width: number, height: number, style: string): string =>
  `<rect class="${style}" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"/>`

export const dot = (x: number, y: number, radius: number, style: string): string =>
  `<circle class="${style}" cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"/>`

/** A linear scale from a domain to pixels. */
export const scale =
  ([d0, d1]: readonly [number, number], [r0, r1]: readonly [number, number]) =>
  (value: number): number =>
    r0 + ((value - d0) / (d1 - d0)) * (r1 - r0)

/** A whole picture with a title and a description for those who do not see it. */
export const picture = (
  height: number,
  about: { title: string; description: string },
  parts: readonly string[],
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="t d">
<title id="t">${escaped(about.title)}</title><desc id="d">${escaped(about.description)}</desc>
<style>${STYLE}
</style>
${[bar(0, 0, WIDTH, height, 'page'), text(20, 28, about.title, { style: 'ink title' }), ...parts].join('\n')}
</svg>
`
