import type { components } from '@assay/audio-client'

/** Parts of the corrections of a track to save; null removes a part. */
export type CorrectionsRequest = components['schemas']['CorrectionsRequest']

/** Corrections that the service has not confirmed yet, and the error of the last request. */
export interface CorrectionState {
  /** Newest wanted value of each part that was changed since the last answer. */
  readonly unsaved: CorrectionsRequest
  readonly error: Error | undefined
}

/** Returns a change of some parts, computed from the corrections that are not saved yet. */
export type CorrectionUpdate = (unsaved: CorrectionsRequest) => CorrectionsRequest

/**
 * Saves corrections one request at a time. A change made during a request is computed from what is wanted, not from the
 * last answer, and is sent after it. When a request fails, everything unsaved is dropped and the error is kept.
 */
export class CorrectionQueue {
  #save: (change: CorrectionsRequest) => Promise<unknown>
  #state: CorrectionState = { unsaved: {}, error: undefined }
  #waiting: CorrectionsRequest | undefined
  #busy = false
  #listeners = new Set<() => void>()

  constructor(save: (change: CorrectionsRequest) => Promise<unknown>) {
    this.#save = save
  }

  get state(): CorrectionState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #become(state: CorrectionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Changes parts of the corrections. An update without parts does nothing. */
  correct(update: CorrectionUpdate): void {
    const change = update(this.#state.unsaved)
    if (Object.keys(change).length === 0) return
    this.#waiting = { ...this.#waiting, ...change }
    this.#become({ unsaved: { ...this.#state.unsaved, ...change }, error: undefined })
    if (!this.#busy) void this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    this.#busy = true
    let error: Error | undefined
    while (this.#waiting !== undefined) {
      const change = this.#waiting
      this.#waiting = undefined
      try {
        await this.#save(change)
      } catch (problem) {
        error = problem as Error
        this.#waiting = undefined
      }
    }
    this.#busy = false
    this.#become({ unsaved: {}, error })
  }
}
