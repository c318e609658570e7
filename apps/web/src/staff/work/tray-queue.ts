import type { RemakeView, TrayView } from '@cotation/contracts'
import { lossReasons } from '@cotation/domain'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { queueEntry, StoredQueue } from './stored-queue.ts'
import { both, either, listOf, number, oneOf, orNull, record, type Shaped, text } from './stored-shape.ts'
import { traysKey } from './stored-work.ts'

const piecesOfStep = record({ stepId: text, quantity: number })

export type TrayPieces = Shaped<typeof piecesOfStep>

/** What is in a tray, as its start reports it. */
export const piecesIn = ({ contents }: TrayView): TrayPieces[] =>
  contents.map(({ stepId, quantity }) => ({ stepId, quantity }))

const trayWork = either(
  /** Pieces that were taken out, with what is left. The server only lowers quantities, so a repeat needs no key. */
  record({ report: oneOf('take-out'), contents: listOf(piecesOfStep) }),
  /** All that was loaded. */
  record({ report: oneOf('start'), contents: listOf(piecesOfStep) }),
  record({ report: oneOf('done'), lost: listOf(piecesOfStep), reason: orNull(oneOf(...lossReasons)) }),
)

export type TrayWork = Shaped<typeof trayWork>

const queuedTrayReport = both(
  record({
    ...queueEntry,
    code: text,
    /** By the clock of this browser (epoch ms). */
    at: number,
  }),
  trayWork,
)

/** What an operator did with a tray, which the server has not answered yet, or has refused. */
export type QueuedTrayReport = Shaped<typeof queuedTrayReport>

export interface TrayAnswer {
  tray: TrayView
  /** The runs that make lost pieces again. */
  remakes: RemakeView[]
}

export type SendTrayReport = (report: QueuedTrayReport, agoSeconds: number) => Promise<TrayAnswer>

const send: SendTrayReport = async (report, agoSeconds) => {
  const { key, code } = report
  const params = { code }
  const quiet = { quiet: true }

  if (report.report === 'done') {
    const { lost, reason } = report
    const body = { key, agoSeconds, lost, reason }
    return staffApi('POST /global/staff/tray/{code}/done', { params, body }, quiet)
  }

  const { contents } = report
  if (report.report === 'start') {
    const body = { key, agoSeconds, contents }
    const tray = await staffApi('POST /global/staff/tray/{code}/start', { params, body }, quiet)
    return { tray, remakes: [] }
  }

  const body = { isTakeOut: true, contents }
  const tray = await staffApi('POST /global/staff/tray/{code}/content', { params, body }, quiet)
  return { tray, remakes: [] }
}

const weekSeconds = 604_800

interface QueueOptions {
  storage?: KeyValueStorage
  send?: SendTrayReport
  now?: () => number
}

/**
 * What operators did with trays. Of one tray, a report stays here while an earlier one of the same person
 * does: an end must not close a tray whose start was refused, since it may print what a colleague loaded.
 */
export class TrayQueue extends StoredQueue<QueuedTrayReport> {
  readonly #send: SendTrayReport
  readonly #now: () => number
  /** Called with the answer to a report that the server accepted. */
  onAnswer: (answer: TrayAnswer) => void = () => {}

  constructor(options: QueueOptions = {}) {
    super(traysKey, queuedTrayReport, options.storage)
    this.#send = options.send ?? send
    this.#now = options.now ?? Date.now
  }

  /** Stores a report and tries to send it. */
  add(memberId: string, code: string, work: TrayWork): Promise<void> {
    const report = { ...work, key: newId(), memberId, code, at: this.#now(), refusal: null }
    this.write([...this.read(), report])
    return this.flush(memberId)
  }

  /** Sends a refused report again. A start reports the contents that the person has seen since. */
  retry({ key, memberId }: QueuedTrayReport, contents: readonly TrayPieces[]): Promise<void> {
    const again = (report: QueuedTrayReport): QueuedTrayReport =>
      report.report === 'start' ? { ...report, contents: [...contents], refusal: null } : { ...report, refusal: null }
    this.write(this.read().map((report) => (report.key === key ? again(report) : report)))
    return this.flush(memberId)
  }

  /** The reports that stay here while this one does. */
  following(report: QueuedTrayReport): readonly QueuedTrayReport[] {
    const ofTray = this.read().filter((one) => isSameTray(one, report))
    return ofTray.slice(ofTray.findIndex(({ key }) => key === report.key) + 1)
  }

  /** Removes a refused report, and those that rest on it. */
  withdraw(report: QueuedTrayReport): void {
    const keys = [report, ...this.following(report)].map(({ key }) => key)
    this.write(this.read().filter(({ key }) => !keys.includes(key)))
  }

  protected override canSend(report: QueuedTrayReport): boolean {
    return this.read().find((one) => isSameTray(one, report))?.key === report.key
  }

  protected async deliver(report: QueuedTrayReport): Promise<void> {
    const agoSeconds = Math.round((this.#now() - report.at) / 1000)
    const answer = await this.#send(report, Math.min(Math.max(agoSeconds, 0), weekSeconds))
    this.onAnswer(answer)
    this.discard(report.key)
  }
}

const isSameTray = (one: QueuedTrayReport, other: QueuedTrayReport): boolean =>
  one.memberId === other.memberId && one.code === other.code
