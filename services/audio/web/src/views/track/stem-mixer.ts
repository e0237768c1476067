import { type Player, release } from './player.ts'

/** How a stem is heard. */
export interface StemChannel {
  readonly name: string
  readonly solo: boolean
  readonly mute: boolean
}

/** Returns the stems that are heard: the soloed ones, or all, without the muted ones. */
export function audible(channels: readonly StemChannel[]): readonly string[] {
  const soloed = channels.filter(({ solo }) => solo)
  return (soloed.length > 0 ? soloed : channels).filter(({ mute }) => !mute).map(({ name }) => name)
}

/** Whether the original is heard: nothing is soloed or muted. */
export const isOriginal = (channels: readonly StemChannel[]): boolean =>
  channels.every(({ solo, mute }) => !solo && !mute)

/** A stem further than this from the clock is moved to it, seconds. */
const DRIFT_SECONDS = 0.04
const CHECK_MS = 500

/** Whether a rejected `play()` was only interrupted by a pause or by a new address. */
const wasInterrupted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Plays stems beside the original, which keeps the clock and is silent meanwhile. */
export class StemMixer {
  #player: Player
  #elements = new Map<string, HTMLAudioElement>()
  #addresses: Readonly<Record<string, string>> = {}
  #heard: readonly string[] = []
  #timer: ReturnType<typeof setInterval>
  #stop: () => void
  #onFailed: () => void
  #closed = false

  /** `onFailed` is called when a stem cannot be played; the original is heard again then. */
  constructor(player: Player, onFailed: () => void) {
    this.#player = player
    this.#onFailed = onFailed
    this.#stop = player.subscribe(() => this.#align(true))
    this.#timer = setInterval(() => this.#align(false), CHECK_MS)
  }

  /** Takes the addresses of the stems, at first and when they are renewed. A stem that is playing goes on with its old one until it is paused. */
  renew(addresses: Readonly<Record<string, string>>): void {
    this.#addresses = addresses
    for (const name of Object.keys(addresses)) if (!this.#elements.has(name)) this.#add(name)
  }

  #add(name: string): void {
    const element = new Audio()
    element.preload = 'none'
    element.addEventListener('error', () => this.#elements.get(name) === element && this.#fail())
    this.#elements.set(name, element)
  }

  /** Chooses what is heard. */
  set(channels: readonly StemChannel[]): void {
    this.#heard = isOriginal(channels) ? [] : audible(channels)
    this.#player.muted = !isOriginal(channels)
    this.#align(true)
  }

  #align(exact: boolean): void {
    const playing = this.#player.state === 'playing'
    for (const [name, element] of this.#elements) {
      const wanted = playing && this.#heard.includes(name)
      if (!wanted) {
        if (!element.paused) element.pause()
        continue
      }
      const address = this.#addresses[name]
      if (element.paused && address && element.getAttribute('src') !== address) element.src = address
      const drift = Math.abs(element.currentTime - this.#player.time)
      if (element.paused || drift > (exact ? DRIFT_SECONDS / 2 : DRIFT_SECONDS))
        element.currentTime = this.#player.time
      if (element.paused)
        void element.play().catch((error: unknown) => {
          if (!wasInterrupted(error)) this.#fail()
        })
    }
  }

  /** Returns to the original and asks for new addresses: the old ones may have expired. */
  #fail(): void {
    if (this.#closed || this.#heard.length === 0) return
    this.#heard = []
    this.#player.muted = false
    // An element with an error does not recover: the next try loads its address anew.
    for (const [name, element] of this.#elements)
      if (element.error) {
        this.#add(name)
        release(element)
      }
    this.#align(true)
    this.#onFailed()
    void this.#player.renew()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#stop()
    this.#player.muted = false
    for (const element of this.#elements.values()) release(element)
  }
}
