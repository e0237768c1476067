/** One zoom of the peaks that the service offers. */
export interface PeakZoom {
  readonly samplesPerPeak: number
  readonly count: number
  readonly address: string
}

/** Least and greatest value of each pixel, −127 to 127; `known` is false where nothing was loaded yet. */
export interface Columns {
  readonly least: Int8Array
  readonly greatest: Int8Array
  readonly known: Uint8Array
}

/** Peaks in one piece of a zoom: 64 KiB, which is 3 minutes at the finest one. */
const PIECE = 32_768
/** Pieces that are kept: at most 16 MiB, whatever the length of the track. */
const KEPT = 256

/** Time until a piece that failed is asked for again, milliseconds. */
const RETRY_MS = 3000

/** Loads bytes of an address, `from` to `to` exclusive. */
export type LoadRange = (address: string, from: number, to: number) => Promise<ArrayBuffer>

/** Peaks of a track, loaded in pieces as they come into view. The pieces used last are kept. */
export class PeakSource {
  readonly zooms: readonly PeakZoom[]
  #load: LoadRange
  #pieces = new Map<string, Int8Array>()
  #underWay = new Map<string, Promise<void>>()
  #failed = new Map<string, number>()
  /** Called when a piece has arrived, and when a failed one may be asked for again. */
  onChange: () => void = () => {}

  constructor(zooms: readonly PeakZoom[], load: LoadRange) {
    this.zooms = [...zooms].sort((a, b) => a.samplesPerPeak - b.samplesPerPeak)
    this.#load = load
  }

  /** Waits for what is being loaded. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values())
  }

  /** Loads what is drawn first: the start of the track at the finest zoom, and all of it at the coarsest. */
  async loadFirst(): Promise<void> {
    for (const zoom of [this.zooms[0], this.zooms.at(-1)]) if (zoom) this.#piece(zoom, 0)
    await this.settled()
  }

  #piece(zoom: PeakZoom, index: number): Int8Array | undefined {
    const name = `${zoom.samplesPerPeak}/${index}`
    const found = this.#pieces.get(name)
    if (found) {
      // Used last, forgotten last.
      this.#pieces.delete(name)
      this.#pieces.set(name, found)
      return found
    }
    if (!this.#underWay.has(name) && (this.#failed.get(name) ?? 0) <= Date.now())
      this.#underWay.set(name, this.#fetch(zoom, index, name))
    return undefined
  }

  async #fetch(zoom: PeakZoom, index: number, name: string): Promise<void> {
    try {
      const to = Math.min(zoom.count, (index + 1) * PIECE)
      const bytes = await this.#load(zoom.address, index * PIECE * 2, to * 2)
      this.#pieces.set(name, new Int8Array(bytes))
      const [oldest] = this.#pieces.keys()
      if (this.#pieces.size > KEPT && oldest !== undefined) this.#pieces.delete(oldest)
      this.#underWay.delete(name)
      this.onChange()
    } catch {
      // Drawn and so asked for again a while later; until then a coarser zoom is drawn.
      this.#failed.set(name, Date.now() + RETRY_MS)
      this.#underWay.delete(name)
      setTimeout(() => this.onChange(), RETRY_MS)
    }
  }

  /** Returns the columns of a row of pixels, from the wanted zoom where it is loaded, else from a coarser one. */
  columns(
    wantedSamplesPerPeak: number,
    startSample: number,
    samplesPerPixel: number,
    width: number,
  ): Columns {
    const out: Columns = {
      least: new Int8Array(width),
      greatest: new Int8Array(width),
      known: new Uint8Array(width),
    }
    const wanted = this.zooms.findIndex(({ samplesPerPeak }) => samplesPerPeak === wantedSamplesPerPeak)
    for (const [steps, zoom] of this.zooms.slice(Math.max(0, wanted)).entries()) {
      this.#fill(out, zoom, startSample, samplesPerPixel, steps === 0)
      if (out.known.every(Boolean)) break
    }
    return out
  }

  #fill(out: Columns, zoom: PeakZoom, startSample: number, samplesPerPixel: number, load: boolean): void {
    const { samplesPerPeak, count } = zoom
    // The coarsest zoom is small and always wanted: something is there at once.
    const mayLoad = load || zoom === this.zooms.at(-1)
    // Neighbouring peaks are in the same piece: it is looked up once.
    let index = -1
    let piece: Int8Array | undefined
    for (let x = 0; x < out.known.length; x++) {
      if (out.known[x]) continue
      const from = Math.max(0, Math.floor((startSample + x * samplesPerPixel) / samplesPerPeak))
      const end = Math.ceil((startSample + (x + 1) * samplesPerPixel) / samplesPerPeak)
      const to = Math.min(count, Math.max(from + 1, end))
      let least = from < to ? 127 : 0
      let greatest = from < to ? -127 : 0
      let complete = true
      for (let peak = from; peak < to; peak++) {
        const next = Math.floor(peak / PIECE)
        if (next !== index) {
          index = next
          piece = mayLoad ? this.#piece(zoom, index) : this.#pieces.get(`${samplesPerPeak}/${index}`)
        }
        if (!piece) {
          complete = false
          break
        }
        const at = (peak - index * PIECE) * 2
        if (piece[at]! < least) least = piece[at]!
        if (piece[at + 1]! > greatest) greatest = piece[at + 1]!
      }
      if (!complete) continue
      out.least[x] = least
      out.greatest[x] = greatest
      out.known[x] = 1
    }
  }
}
