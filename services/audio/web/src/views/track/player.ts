import { renewalWait } from './renewal.ts'

/** A signed address and when it expires, in milliseconds since 1970. */
export interface SignedAddress {
  readonly address: string
  readonly expiresAt: number
}

/** What the player is doing. */
export type PlayerState = 'paused' | 'playing' | 'failed'

/** Time until a renewal that failed is tried again. */
const RETRY_MS = 2000
/** Longest time that a new address may take until it plays. */
const LOAD_MS = 20_000
/** A second error within this time is shown instead of fetching one address after the other. */
const ERROR_GAP_MS = 30_000
/** Two players that differ by less than this sound as one, seconds. */
const SAME_SECONDS = 0.012
const TRIES = 6

const notLoaded = () => new Error('The sound could not be loaded.')

/** Waits for an event of a player. */
const once = (element: HTMLMediaElement, name: string): Promise<void> =>
  new Promise((done, fail) => {
    element.addEventListener(name, () => done(), { once: true })
    element.addEventListener('error', () => fail(notLoaded()), { once: true })
  })

/** Waits for a promise, but not longer than a time. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(notLoaded()), ms)
  })
  await Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

function elementFor(address: string): HTMLAudioElement {
  const element = new Audio()
  element.preload = 'auto'
  element.src = address
  return element
}

/** Stops a player and lets go of what it has loaded. */
export function release(element: HTMLAudioElement): void {
  element.pause()
  element.removeAttribute('src')
  element.load()
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
  /** Player that is being prepared. */
  #next: HTMLAudioElement | undefined
  #erredAt = Number.NEGATIVE_INFINITY

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
      // An expired address looks like any other error, and the clock may be wrong: try once more with a new one.
      const before = this.#erredAt
      this.#erredAt = performance.now()
      if (this.#erredAt - before > ERROR_GAP_MS) void this.renew()
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

  play(): void {
    // A refusal to play is told by the state: the element stays paused.
    void this.#element.play().catch(() => this.#tell())
  }

  pause(): void {
    this.#element.pause()
  }

  /** Plays or pauses. After a failure it tries again with a new address. */
  toggle(): void {
    if (this.#failed) void this.renew().then(() => !this.#failed && !this.#closed && this.play())
    else if (this.#element.paused) this.play()
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

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.renew(), renewalWait(this.#expiresAt, Date.now()))
  }

  /** Fetches a new address and goes on with it at the same place, without a break. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewNow().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewNow(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      const { address, expiresAt } = await this.#renew()
      if (this.#closed) return
      const next = elementFor(address)
      this.#next = next
      next.muted = true
      await within(LOAD_MS, this.#prepare(next))
      if (this.#closed) return
      this.#takeOver(next)
      this.#expiresAt = expiresAt
      this.#failed = false
      this.#schedule()
    } catch {
      if (this.#closed) return
      // The old address may still work, and what is loaded plays on. Try again soon.
      if (this.#element.error) this.#failed = true
      else this.#timer = setTimeout(() => void this.renew(), RETRY_MS)
    } finally {
      if (this.#next && this.#next !== this.#element) release(this.#next)
      this.#next = undefined
    }
    this.#tell()
  }

  /** Loads the next player and brings it to the place of this one. */
  async #prepare(next: HTMLAudioElement): Promise<void> {
    await once(next, 'loadedmetadata')
    if (this.#element.paused) next.currentTime = this.time
    else if (this.#element.error) {
      // Nothing is heard now: go on from the place at which it stopped.
      next.currentTime = this.time
      await next.play()
    } else await this.#catchUp(next)
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
    release(before)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    if (this.#next) release(this.#next)
    release(this.#element)
  }
}
