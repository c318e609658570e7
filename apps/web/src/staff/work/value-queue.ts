import type { RunInspections } from '@cotation/contracts'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { queueEntry, StoredQueue } from './stored-queue.ts'
import { both, flag, number, orNull, partial, type Read, record, type Shaped, text } from './stored-shape.ts'
import { valuesKey } from './stored-work.ts'

const checkPlace = {
  code: text,
  round: number,
  characteristic: text,
  piece: number,
}

/** A check of a piece. */
export type CheckPlace = Read<typeof checkPlace>

const checkedValue = partial({
  /** Value of a measured characteristic. */
  valueMm: number,
  /** Verdict about a characteristic that passes or fails. */
  isGood: flag,
})

export type CheckedValue = Shaped<typeof checkedValue>

const queuedValue = both(
  record({
    ...queueEntry,
    ...checkPlace,
    /** The recorded value that the person saw and corrects. */
    corrects: orNull(text),
  }),
  checkedValue,
)

/** A value that the server has not answered yet, or has refused. */
export type QueuedValue = Shaped<typeof queuedValue>

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
 * The values of inspectors: one person has at most one value per check. A newer value replaces the
 * person's own that was not sent; a colleague's stays, for the server to judge. A refused one stays
 * until the person types another or discards it.
 */
export class ValueQueue extends StoredQueue<QueuedValue> {
  readonly #send: SendValue
  readonly #onAnswer: (code: string, answer: RunInspections) => void

  constructor(options: QueueOptions = {}) {
    super(valuesKey, queuedValue, options.storage)
    this.#send = options.send ?? send
    this.#onAnswer = options.onAnswer ?? (() => {})
  }

  /** Stores a value and tries to send it. `seen` is the key of the recorded value on the screen. */
  put(memberId: string, place: CheckPlace, value: CheckedValue, seen: string | null): Promise<void> {
    const stored = this.read()
    const known = stored.find((one) => one.memberId === memberId && isSamePlace(one, place))
    // What a refused value was to correct is no longer what the person sees.
    const corrects = known && known.refusal === null ? known.corrects : seen

    const { code, round, characteristic, piece } = place
    const queued = { code, round, characteristic, piece, ...value, key: newId(), memberId, corrects, refusal: null }
    this.write([...stored.filter((one) => one !== known), queued])
    return this.flush(memberId)
  }

  protected async deliver(value: QueuedValue): Promise<void> {
    const answer = await this.#send(value)
    this.#onAnswer(value.code, answer)

    // One that the same person typed meanwhile corrects what has just been recorded.
    const isNewer = (one: QueuedValue) => one.memberId === value.memberId && isSamePlace(one, value)
    const rest = this.read().filter(({ key }) => key !== value.key)
    this.write(rest.map((one) => (isNewer(one) ? { ...one, corrects: value.key } : one)))
  }
}
