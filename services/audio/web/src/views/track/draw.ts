import { CERTAIN_KEY } from '../certainty.ts'
import { axisTimes, clock, firstFrom, gridLines, placeOf, timeAt, type View } from './geometry.ts'
import { LANES, LANES_HEIGHT, type Lane } from './lanes.ts'
import type { Palette } from './palette.ts'
import type { Columns } from './peak-source.ts'
import { type Curve, DRUMS, type DrumLane, type Sound, type Span } from './sound.ts'

/** What a drawing needs: where it is drawn, which part of the track, and with which colours. */
export interface Sheet {
  readonly ink: CanvasRenderingContext2D
  readonly view: View
  readonly width: number
  readonly palette: Palette
}

const FONT = '11px ui-sans-serif, system-ui, sans-serif'

/** Space that the name of a lane takes at the left, in pixels. */
const NAME_WIDTH = 56

/** Scale from which on only marks are drawn, not lines, seconds per pixel. */
const FAR = 0.25

/** Shade of a section by its kind; each has its name written on it. */
const SHADES: Readonly<Record<string, keyof Palette>> = {
  intro: 'section0',
  outro: 'section0',
  break: 'section1',
  build: 'section2',
  drop: 'section3',
  main: 'section3',
}

/** Draws the waveform: one bar for each pixel between its least and greatest value. */
function drawWave({ ink, width, palette }: Sheet, { least, greatest, known }: Columns, lane: Lane): void {
  const middle = lane.top + lane.height / 2
  const scale = (lane.height / 2 - 2) / 127
  ink.fillStyle = palette.wave
  for (let x = 0; x < width; x++) {
    if (!known[x]) continue
    const top = middle - greatest[x]! * scale
    // Silence is a thin line, not nothing.
    ink.fillRect(x, top, 1, Math.max(1, (greatest[x]! - least[x]!) * scale))
  }
}

/** Draws spans as blocks with their names; a guess is only outlined. */
function drawSpans(
  { ink, view, width, palette }: Sheet,
  spans: readonly Span[],
  lane: Lane,
  shade: (span: Span) => string,
  /** Place of the first name, which the name of the lane may take. */
  inset = 4,
): void {
  ink.font = FONT
  ink.textBaseline = 'middle'
  for (const span of spans) {
    const left = placeOf(view, span.start)
    const right = placeOf(view, span.end)
    if (right < 0 || left > width) continue
    const guessed = (span.confidence ?? 1) < CERTAIN_KEY
    const from = Math.max(-1, left)
    const size = Math.max(1, Math.min(width + 1, right) - from - 1)
    if (guessed) {
      ink.strokeStyle = palette.strong
      ink.setLineDash([3, 3])
      ink.strokeRect(from + 0.5, lane.top + 0.5, size - 1, lane.height - 1)
      ink.setLineDash([])
    } else {
      ink.fillStyle = shade(span)
      ink.fillRect(from, lane.top, size, lane.height)
    }
    if (size < 14) continue
    ink.save()
    ink.beginPath()
    ink.rect(from, lane.top, size - 3, lane.height)
    ink.clip()
    ink.fillStyle = guessed ? palette.soft : palette.ink
    ink.fillText(
      guessed ? `${span.label} ?` : span.label,
      Math.max(inset, from + 5),
      lane.top + lane.height / 2 + 0.5,
    )
    ink.restore()
  }
}

/** Draws the beats, bars and phrases over the waveform, and the numbers of the bars. */
function drawGrid(sheet: Sheet, sound: Sound): void {
  const { ink, view, width, palette } = sheet
  const { wave, ruler } = LANES
  ink.font = FONT
  ink.textBaseline = 'middle'
  const bottom = LANES.cymbal.top + LANES.cymbal.height
  let free = 0
  for (const { seconds, kind, bar } of gridLines(
    sound,
    timeAt(view, -1),
    timeAt(view, width),
    view.secondsPerPixel,
  )) {
    const x = Math.round(placeOf(view, seconds))
    ink.fillStyle = kind === 'beat' ? palette.line : kind === 'bar' ? palette.strong : palette.beat
    // Far out, lines would hide what is behind them. What is only a guess has broken lines.
    if (view.secondsPerPixel > FAR) ink.fillRect(x, wave.top, 1, 3)
    else if (sound.gridGuessed || (sound.barsGuessed && kind !== 'beat'))
      for (let y = wave.top; y < bottom; y += 8) ink.fillRect(x, y, 1, 4)
    else ink.fillRect(x, wave.top, 1, bottom - wave.top)
    // Marks above and below the waveform, which show where the beat is on a loud part too.
    ink.fillStyle = kind === 'beat' ? palette.soft : palette.beat
    ink.fillRect(x, ruler.top + ruler.height - (kind === 'beat' ? 4 : 8), 1, kind === 'beat' ? 4 : 8)
    if (bar !== undefined && x >= free) {
      ink.fillStyle = palette.soft
      ink.fillText(sound.barsGuessed ? `${bar}?` : String(bar), x + 3, ruler.top + 8)
      free = x + 34
    }
  }
  if (sound.downbeats.length > 0) return
  for (const seconds of axisTimes(view.startSeconds, timeAt(view, width), view.secondsPerPixel)) {
    ink.fillStyle = palette.soft
    ink.fillText(
      clock(seconds, view.secondsPerPixel < 0.01 ? 2 : 0),
      placeOf(view, seconds) + 3,
      ruler.top + 8,
    )
  }
}

/** Draws the strokes of one drum: height by strength; what is unsure is hollow. */
function drawDrum({ ink, view, width, palette }: Sheet, hits: DrumLane, lane: Lane): void {
  ink.fillStyle = palette.ground
  ink.fillRect(0, lane.top, width, lane.height)
  const end = timeAt(view, width + 2)
  let last = -9
  for (let i = firstFrom(hits.times, timeAt(view, -3)); i < hits.times.length && hits.times[i]! < end; i++) {
    const x = Math.round(placeOf(view, hits.times[i]!))
    // Far out, several strokes share a pixel.
    if (x === last) continue
    last = x
    const height = Math.max(3, Math.round((lane.height - 2) * (0.35 + 0.65 * hits.strengths[i]!)))
    const top = lane.top + lane.height - height
    if (hits.confidences[i]! < 0.5 && view.secondsPerPixel < 0.03) {
      ink.strokeStyle = palette.hit
      ink.strokeRect(x + 0.5, top + 0.5, 2, height - 1)
    } else {
      ink.fillStyle = palette.hit
      ink.fillRect(x, top, view.secondsPerPixel < 0.03 ? 3 : 1, height)
    }
  }
}

/** Draws a value over time as a filled line. */
function drawCurve({ ink, view, width, palette }: Sheet, curve: Curve, lane: Lane): void {
  const { times, values, lowest, highest } = curve
  ink.fillStyle = palette.ground
  ink.fillRect(0, lane.top, width, lane.height)
  if (times.length === 0) return
  const yOf = (value: number) =>
    lane.top + lane.height - 2 - ((value - lowest) / (highest - lowest)) * (lane.height - 4)
  const from = Math.max(0, firstFrom(times, view.startSeconds) - 1)
  const to = Math.min(times.length - 1, firstFrom(times, timeAt(view, width)) + 1)
  ink.strokeStyle = palette.accent
  ink.lineWidth = 1.5
  ink.beginPath()
  let last = -9
  for (let i = from; i <= to; i++) {
    const x = placeOf(view, times[i]!)
    if (x - last < 0.5 && i < to) continue
    last = x
    if (i === from) ink.moveTo(x, yOf(values[i]!))
    else ink.lineTo(x, yOf(values[i]!))
  }
  ink.stroke()
  ink.lineWidth = 1
}

/** Draws everything but the playhead. */
export function drawLanes(sheet: Sheet, sound: Sound, columns: Columns): void {
  const { ink, width, palette } = sheet
  ink.clearRect(0, 0, width, LANES_HEIGHT)
  ink.fillStyle = palette.ground
  ink.fillRect(0, LANES.wave.top, width, LANES.wave.height)
  drawSpans(sheet, sound.sections, LANES.sections, ({ kind }) => palette[SHADES[kind ?? ''] ?? 'section1'])
  for (const drum of DRUMS) drawDrum(sheet, sound.drums[drum], LANES[drum])
  drawWave(sheet, columns, LANES.wave)
  drawGrid(sheet, sound)
  drawSpans(sheet, sound.keys, LANES.key, () => palette.section0, NAME_WIDTH)
  drawSpans(sheet, sound.tempos, LANES.tempo, () => palette.ground, NAME_WIDTH)
  if (sound.curve) drawCurve(sheet, sound.curve, LANES.curve)
}

/** Draws the whole track small, with its sections below. */
export function drawOverview(sheet: Sheet, sound: Sound, columns: Columns, height: number): void {
  sheet.ink.clearRect(0, 0, sheet.width, height)
  sheet.ink.fillStyle = sheet.palette.ground
  sheet.ink.fillRect(0, 0, sheet.width, height)
  drawWave(sheet, columns, { name: 'overview', top: 0, height: height - 8 })
  drawSpans(
    sheet,
    sound.sections.map((section) => ({ ...section, label: '' })),
    { name: 'overview sections', top: height - 8, height: 8 },
    ({ kind }) => sheet.palette[SHADES[kind ?? ''] ?? 'section1'],
  )
}
