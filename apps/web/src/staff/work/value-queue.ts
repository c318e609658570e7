import type { RunInspections } from '@cotation/contracts'
import { browserStorage, type KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { createStore, type Store } from '#lib/store.ts'
import { isUndecided } from './report-queue.ts'
import { valuesKey } from './stored-work.ts'

/** A check of a piece. */
export interface CheckPlace {
  code: string
  round: number
  characteristic: string
  piece: number
}

export interface CheckedValue {
  /** Of a measured characteristic. */
  valueMm?: number
  /** Of one that passes or fails. */
  isGood?: boolean
}

/** A value that the server has not answered yet, or has refused. */
export interface QueuedValue extends CheckPlace, CheckedValue {
  /** The server counts a repeat under the same key once. */
  key: string
  /** Whose token sends it: a colleague may use the same tablet. */
  memberId: string
  /** The recorded value that the person saw and corrects. */
  corrects: string | null
  /** Why the server refused it; null while it waits. */
  refusal: string | null
}

export type SendValue = (value: QueuedValue) => Promise<RunInspections>

const send: SendValue = ({ key, code, round, characteristic, piece, corrects, valueMm, isGood }) =>
  staffApi(
    'POST /global/staff/production/run/{code}/inspection/value',
    {
      params: { code },
      body: {
        round,
        values: [
          {
            key,
            characteristic,
            piece,
            ...(valueMm !== undefined && { valueMm }),
            ...(isGood !== undefined && { isGood }),
            ...(corrects !== null && { corrects }),
          },
        ],
      },
    },
    { quiet: true },
  )

export const isSamePlace = (one: CheckPlace, other: CheckPlace): boolean =>
  one.code === other.code &&
  one.round === other.round &&
  one.characteristic === other.characteristic &&
  one.piece === other.piece

interface QueueOptions {
  storage?: KeyValueStorage
  send?: SendValue
  /** Called with the answer to a value that the server accepted. */
  onAnswer?: (code: string, answer: RunInspections) => void
}

/**
 * The values of an inspector, at most one for each check, stored so that they survive a reload and a
 * lost network. A newer value replaces one that was not sent. A refused one stays with its reason
 * until the person types another or discards it.
 */
export class ValueQueue {
  readonly #store: Store<readonly QueuedValue[]>
  readonly #storage: KeyValueStorage
  readonly #send: SendValue
  readonly #onAnswer: (code: string, answer: RunInspections) => void
  #isSending = false

  constructor(options: QueueOptions = {}) {
    this.#storage = options.storage ?? browserStorage
    this.#send = options.send ?? send
    this.#onAnswer = options.onAnswer ?? (() => {})
    this.#store = createStore(this.#read())
  }

  get store(): Store<readonly QueuedValue[]> {
    return this.#store
  }

  /** Stores a value and tries to send it. `seen` is the key of the recorded value on the screen. */
  put(memberId: string, place: CheckPlace, value: CheckedValue, seen: string | null): Promise<void> {
    const stored = this.#read()
    const known = stored.find((one) => isSamePlace(one, place))
    // What a refused value was to correct is no longer what the person sees.
    const corrects = known && known.refusal === null ? known.corrects : seen
    const { code, round, characteristic, piece } = place
    const queued = { code, round, characteristic, piece, ...value, key: newId(), memberId, corrects, refusal: null }
    this.#write([...stored.filter((one) => one !== known), queued])
    return this.flush(memberId)
  }

  /** Removes a value that is not wanted any more. */
  discard(key: string): void {
    this.#write(this.#read().filter((value) => value.key !== key))
  }

  /** Sends what waits of a member, until one gets no answer. */
  async flush(memberId: string): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      let next = this.#nextOf(memberId)
      while (next && (await this.#sendOne(next))) next = this.#nextOf(memberId)
    } finally {
      this.#isSending = false
    }
  }

  #nextOf(memberId: string): QueuedValue | undefined {
    return this.#read().find((value) => value.memberId === memberId && value.refusal === null)
  }

  /** Whether the server decided about it. */
  async #sendOne(value: QueuedValue): Promise<boolean> {
    try {
      const answer = await this.#send(value)
      this.#onAnswer(value.code, answer)
      this.#accept(value)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isUndecided(error)) return false

      this.#write(this.#read().map((one) => (one.key === value.key ? { ...one, refusal: error.message } : one)))
      return true
    }
  }

  /** One that was typed meanwhile corrects what has just been recorded. */
  #accept(value: QueuedValue): void {
    const rest = this.#read().filter(({ key }) => key !== value.key)
    this.#write(rest.map((one) => (isSamePlace(one, value) ? { ...one, corrects: value.key } : one)))
  }

  /** Read each time: another tab may have added or sent something. */
  #read(): readonly QueuedValue[] {
    const stored = this.#storage.get(valuesKey)
    if (stored === null) return []
    try {
      const values: unknown = JSON.parse(stored)
      return Array.isArray(values) ? (values as QueuedValue[]) : []
    } catch {
      return []
    }
  }

  #write(values: readonly QueuedValue[]): void {
    if (values.length === 0) this.#storage.remove(valuesKey)
    else this.#storage.set(valuesKey, JSON.stringify(values))
    this.#store.set(values)
  }
}
