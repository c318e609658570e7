import type { RemakeView, RunView } from '@cotation/contracts'
import { lossReasons, stepReports } from '@cotation/domain'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { queueEntry, StoredQueue } from './stored-queue.ts'
import { number, oneOf, orNull, type Read, record, type Shaped, text } from './stored-shape.ts'
import { reportsKey } from './stored-work.ts'

const reportedWork = {
  report: oneOf(...stepReports),
  good: number,
  rework: number,
  scrap: number,
  reason: orNull(oneOf(...lossReasons)),
}

export type ReportedWork = Read<typeof reportedWork>

const queuedReport = record({
  ...queueEntry,
  ...reportedWork,
  code: text,
  stepId: text,
  /** By the clock of this browser (epoch ms). */
  at: number,
})

/** An action of an operator that the server has not answered yet, or has refused. */
export type QueuedReport = Shaped<typeof queuedReport>

export interface ReportAnswer {
  run: RunView
  remake: RemakeView | null
}

export type SendReport = (report: QueuedReport, agoSeconds: number) => Promise<ReportAnswer>

const weekSeconds = 604_800

const send: SendReport = ({ key, stepId, report, good, rework, scrap, reason }, agoSeconds) =>
  staffApi(
    'POST /global/staff/production/step/{stepId}/report',
    { params: { stepId }, body: { key, report, agoSeconds, good, rework, scrap, reason } },
    { quiet: true },
  )

interface QueueOptions {
  storage?: KeyValueStorage
  send?: SendReport
  now?: () => number
  /** Called with the answer to a report that the server accepted. */
  onAnswer?: (code: string, answer: ReportAnswer) => void
}

/** The reports of an operator: a start must arrive before its end. */
export class ReportQueue extends StoredQueue<QueuedReport> {
  readonly #send: SendReport
  readonly #now: () => number
  onAnswer: (code: string, answer: ReportAnswer) => void

  constructor(options: QueueOptions = {}) {
    super(reportsKey, queuedReport, options.storage)
    this.#send = options.send ?? send
    this.#now = options.now ?? Date.now
    this.onAnswer = options.onAnswer ?? (() => {})
  }

  /** Stores a report and tries to send it. */
  add(memberId: string, code: string, stepId: string, work: ReportedWork): Promise<void> {
    const report = { ...work, key: newId(), memberId, code, stepId, at: this.#now(), refusal: null }
    this.write([...this.read(), report])
    return this.flush(memberId)
  }

  protected async deliver(report: QueuedReport): Promise<void> {
    const agoSeconds = Math.round((this.#now() - report.at) / 1000)
    const answer = await this.#send(report, Math.min(Math.max(agoSeconds, 0), weekSeconds))
    this.onAnswer(report.code, answer)
    this.discard(report.key)
  }
}
