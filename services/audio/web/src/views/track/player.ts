/** A signed address and when it expires, in milliseconds since 1970. */
export interface SignedAddress {
  readonly address: string
  readonly expiresAt: number
}

/** What the player is doing. */
export type PlayerState = 'paused' | 'playing' | 'failed'

/** Time before an address expires at which the next one is fetched, as a share of what is left of it. */
const RENEW_SHARE = 0.3
const RENEW_LEAST_MS = 1000
/** Two players that differ by less than this sound as one, seconds. */
const SAME_SECONDS = 0.012
const TRIES = 6

/** Waits for an event of a player. */
const once = (element: HTMLMediaElement, name: string): Promise<void> =>
  new Promise((done, fail) => {
    element.addEventListener(name, () => done(), { once: true })
    element.addEventListener('error', () => fail(new Error('The sound could not be loaded.')), { once: true })
  })

function elementFor(address: string): HTMLAudioElement {
  const element = new Audio()
  element.preload = 'auto'
  element.src = address
  return element
}

/**
 * Plays the original from a signed address and renews the address before it expires: a second player is started silently at
 * the same place, and takes over once both agree. Its clock is the one that everything is drawn by.
 */
export class Player {
  #element: HTMLAudioElement
  #renew: () => Promise<SignedAddress>
  #expiresAt: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #listeners = new Set<() => void>()
  #muted = false
  #failed = false
  #closed = false
  #renewing: Promise<void> | undefined
  /** How often the address was renewed. */
  renewals = 0

  constructor(first: SignedAddress, renew: () => Promise<SignedAddress>) {
    this.#renew = renew
    this.#expiresAt = first.expiresAt
    this.#element = elementFor(first.address)
    this.#follow(this.#element)
    this.#schedule()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #follow(element: HTMLAudioElement): void {
    for (const name of ['play', 'pause', 'seeked', 'ended', 'playing', 'waiting', 'loadedmetadata'])
      element.addEventListener(name, () => element === this.#element && this.#tell())
    element.addEventListener('error', () => {
      if (element !== this.#element || this.#closed) return
      // An expired address looks like any other error: try once more with a new one.
      if (Date.now() > this.#expiresAt) void this.renew()
      else {
        this.#failed = true
        this.#tell()
      }
    })
  }

  get state(): PlayerState {
    if (this.#failed) return 'failed'
    return this.#element.paused ? 'paused' : 'playing'
  }

  /** Position of the audio clock, seconds. */
  get time(): number {
    return this.#element.currentTime
  }

  /** Whether enough is loaded to play from here. */
  get ready(): boolean {
    return this.#element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
  }

  play(): void {
    // A refusal to play is told by the state: the element stays paused.
    void this.#element.play().catch(() => this.#tell())
  }

  pause(): void {
    this.#element.pause()
  }

  toggle(): void {
    if (this.#element.paused) this.play()
    else this.pause()
  }

  seek(seconds: number): void {
    this.#element.currentTime = Math.max(0, seconds)
    this.#tell()
  }

  /** Silences the original while stems are heard. Its clock goes on. */
  set muted(value: boolean) {
    this.#muted = value
    this.#element.muted = value
  }

  set volume(value: number) {
    this.#element.volume = value
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const left = this.#expiresAt - Date.now()
    // A timer takes at most 2^31 ms; addresses live shorter.
    const wait = Math.min(2 ** 31 - 1, Math.max(RENEW_LEAST_MS, left * (1 - RENEW_SHARE)))
    this.#timer = setTimeout(() => void this.renew(), wait)
  }

  /** Fetches a new address and goes on with it at the same place, without a break. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewNow().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewNow(): Promise<void> {
    try {
      const { address, expiresAt } = await this.#renew()
      if (this.#closed) return
      const next = elementFor(address)
      next.muted = true
      next.volume = this.#element.volume
      await once(next, 'loadedmetadata')
      if (this.#element.error || this.#element.paused) next.currentTime = this.#element.currentTime
      else await this.#catchUp(next)
      if (this.#closed) return
      this.#takeOver(next)
      this.#expiresAt = expiresAt
      this.#failed = false
      this.renewals++
      this.#schedule()
    } catch {
      if (this.#closed) return
      // The old address may still work, and what is loaded plays on. Try again soon.
      if (Date.now() > this.#expiresAt && this.#element.error) this.#failed = true
      else this.#timer = setTimeout(() => void this.renew(), 2 * RENEW_LEAST_MS)
    }
    this.#tell()
  }

  /** Starts another player silently and brings it to the place of this one. */
  async #catchUp(next: HTMLAudioElement): Promise<void> {
    // Starting takes a while: aim a little ahead, then correct by what was missed.
    let lead = 0.05
    next.currentTime = this.time + lead
    await next.play()
    for (let i = 0; i < TRIES; i++) {
      const behind = this.time - next.currentTime
      if (Math.abs(behind) < SAME_SECONDS) return
      lead += behind
      const seeked = once(next, 'seeked')
      next.currentTime = this.time + Math.max(0, Math.min(1, lead))
      await seeked
    }
  }

  #takeOver(next: HTMLAudioElement): void {
    const before = this.#element
    this.#element = next
    this.#follow(next)
    next.muted = this.#muted
    before.muted = true
    if (before.paused) next.pause()
    before.pause()
    before.removeAttribute('src')
    before.load()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#element.pause()
    this.#element.removeAttribute('src')
    this.#element.load()
  }
}
