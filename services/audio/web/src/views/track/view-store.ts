import { placeOf, type View, viewAround, withinTrack, zoomAround } from './geometry.ts'

/**
 * What of a track is on the screen. It changes in every frame of playback, so it lives outside of React: whoever draws
 * subscribes.
 */
export class ViewStore {
  #view: View
  #width = 1
  #listeners = new Set<() => void>()
  /** Whether the view follows playback. */
  follows = true
  readonly durationSeconds: number

  constructor(durationSeconds: number, secondsPerPixel: number) {
    this.durationSeconds = durationSeconds
    this.#view = { startSeconds: 0, secondsPerPixel }
  }

  get view(): View {
    return this.#view
  }

  get width(): number {
    return this.#width
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #become(view: View): void {
    const next = withinTrack(view, this.durationSeconds, this.#width)
    if (next.startSeconds === this.#view.startSeconds && next.secondsPerPixel === this.#view.secondsPerPixel)
      return
    this.#view = next
    for (const listener of this.#listeners) listener()
  }

  /** Notes the width of the drawing, in pixels. */
  resize(width: number): void {
    this.#width = Math.max(1, width)
    this.#become(this.#view)
    for (const listener of this.#listeners) listener()
  }

  /** Zooms by a factor; what is at `x`, by default in the middle, stays there. */
  zoom(factor: number, x = this.#width / 2): void {
    this.#become(zoomAround(this.#view, x, factor))
  }

  /** Moves what is shown by a number of pixels and stops following playback. */
  scroll(pixels: number): void {
    this.follows = false
    this.#become({
      ...this.#view,
      startSeconds: this.#view.startSeconds + pixels * this.#view.secondsPerPixel,
    })
  }

  showAll(): void {
    this.#become({ startSeconds: 0, secondsPerPixel: Number.POSITIVE_INFINITY })
  }

  /** Zooms by a factor around a time if it is on the screen, else around the middle. */
  zoomAt(factor: number, seconds: number): void {
    const x = placeOf(this.#view, seconds)
    this.zoom(factor, x >= 0 && x <= this.#width ? x : this.#width / 2)
  }

  /** Follows playback again, from this time on. */
  followFrom(seconds: number): void {
    this.follows = true
    this.reveal(seconds)
  }

  /** Shows a time in the middle. */
  show(seconds: number): void {
    this.#become(viewAround(this.#view, seconds, this.#width))
  }

  /** Shows a time in the middle if it is not on the screen. */
  reveal(seconds: number): void {
    const { startSeconds, secondsPerPixel } = this.#view
    if (seconds < startSeconds || seconds > startSeconds + this.#width * secondsPerPixel) this.show(seconds)
  }
}
