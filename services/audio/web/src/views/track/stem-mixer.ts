import type { Player } from './player.ts'

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

/** Plays stems beside the original, which keeps the clock and is silent meanwhile. */
export class StemMixer {
  #player: Player
  #elements = new Map<string, HTMLAudioElement>()
  #heard: readonly string[] = []
  #timer: ReturnType<typeof setInterval>
  #stop: () => void

  constructor(player: Player, addresses: Readonly<Record<string, string>>) {
    this.#player = player
    for (const [name, address] of Object.entries(addresses)) {
      const element = new Audio()
      element.preload = 'none'
      element.src = address
      this.#elements.set(name, element)
    }
    this.#stop = player.subscribe(() => this.#align(true))
    this.#timer = setInterval(() => this.#align(false), CHECK_MS)
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
      const drift = Math.abs(element.currentTime - this.#player.time)
      if (element.paused || drift > (exact ? DRIFT_SECONDS / 2 : DRIFT_SECONDS))
        element.currentTime = this.#player.time
      if (element.paused) void element.play().catch(() => {})
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop()
    this.#player.muted = false
    for (const element of this.#elements.values()) {
      element.pause()
      element.removeAttribute('src')
      element.load()
    }
  }
}
