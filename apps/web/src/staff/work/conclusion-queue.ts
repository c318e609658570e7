import type { Api } from '@cotation/contracts'
import { lossReasons } from '@cotation/domain'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { queueEntry, StoredQueue } from './stored-queue.ts'
import { number, oneOf, orNull, record, type Shaped, text } from './stored-shape.ts'
import { conclusionsKey } from './stored-work.ts'

const conclude = 'POST /global/staff/production/run/{code}/inspection/conclusion'

export type ConclusionAnswer = Api[typeof conclude]['output']

/** Its limits are the server's to check: a refusal names its reason. */
const conclusionBody = record({
  key: text,
  round: number,
  rework: number,
  scrap: number,
  backToStepId: orNull(text),
  reason: orNull(oneOf(...lossReasons)),
  note: text,
})

type ConclusionBody = Shaped<typeof conclusionBody>

const queuedConclusion = record({ ...queueEntry, code: text, body: conclusionBody })

/** A conclusion that the server has not answered yet, or has refused. */
export type QueuedConclusion = Shaped<typeof queuedConclusion>

export type SendConclusion = (conclusion: QueuedConclusion) => Promise<ConclusionAnswer>

const send: SendConclusion = ({ code, body }) => staffApi(conclude, { params: { code }, body }, { quiet: true })

interface QueueOptions {
  storage?: KeyValueStorage
  send?: SendConclusion
  /** Whether something about the run must arrive first. */
  mustWait?: (conclusion: QueuedConclusion) => boolean
}

/** The conclusions of an inspector, one for each inspection, which follow its values. */
export class ConclusionQueue extends StoredQueue<QueuedConclusion> {
  readonly #send: SendConclusion
  readonly #mustWait: (conclusion: QueuedConclusion) => boolean
  onAnswer: (code: string, answer: ConclusionAnswer) => void = () => {}

  constructor(options: QueueOptions = {}) {
    super(conclusionsKey, queuedConclusion, options.storage)
    this.#send = options.send ?? send
    this.#mustWait = options.mustWait ?? (() => false)
  }

  /** Stores a conclusion and tries to send it. It replaces the person's refused one of the same inspection. */
  put(memberId: string, code: string, body: ConclusionBody): Promise<void> {
    const isReplaced = (one: QueuedConclusion) =>
      one.memberId === memberId && one.refusal !== null && one.code === code && one.body.round === body.round
    const rest = this.read().filter((one) => !isReplaced(one))
    this.write([...rest, { key: body.key, memberId, code, body, refusal: null }])
    return this.flush(memberId)
  }

  protected override canSend(conclusion: QueuedConclusion): boolean {
    return !this.#mustWait(conclusion)
  }

  protected async deliver(conclusion: QueuedConclusion): Promise<void> {
    const answer = await this.#send(conclusion)
    this.onAnswer(conclusion.code, answer)
    this.discard(conclusion.key)
  }
}
