import type { RemakeView, RunView } from '@cotation/contracts'
import type { LossReason, StepReport } from '@cotation/domain'
import { browserStorage, type KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { createStore, type Store } from '#lib/store.ts'
import { reportsKey } from './stored-work.ts'

export interface ReportedWork {
  report: StepReport
  good: number
  rework: number
  scrap: number
  reason: LossReason | null
}

/** An action of an operator that the server has not answered yet, or has refused. */
export interface QueuedReport extends ReportedWork {
  /** The server counts a repeat under the same key once. */
  key: string
  /** Whose token sends it: a colleague may use the same tablet. */
  memberId: string
  code: string
  stepId: string
  /** By the clock of this browser (epoch ms). */
  at: number
  /** Why the server refused it; null while it waits. */
  refusal: string | null
}

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

/** Answers that say nothing about the report: it is sent again later. */
export function isUndecided({ code, status }: ApiError): boolean {
  return code === 'NETWORK' || code === 'TIMEOUT' || status >= 500 || status === 401 || status === 429
}

interface QueueOptions {
  storage?: KeyValueStorage
  send?: SendReport
  now?: () => number
  /** Called with the answer to a report that the server accepted. */
  onAnswer?: (code: string, answer: ReportAnswer) => void
}

/**
 * The reports of an operator in the sequence in which they were made. They are stored, so that they
 * survive a reload, and sent one after the other: a start must arrive before its end. Without an
 * answer the rest waits. A refused one stays with its reason until a person has read it.
 */
export class ReportQueue {
  readonly #store: Store<readonly QueuedReport[]>
  readonly #storage: KeyValueStorage
  readonly #send: SendReport
  readonly #now: () => number
  onAnswer: (code: string, answer: ReportAnswer) => void
  #isSending = false

  constructor(options: QueueOptions = {}) {
    this.#storage = options.storage ?? browserStorage
    this.#send = options.send ?? send
    this.#now = options.now ?? Date.now
    this.onAnswer = options.onAnswer ?? (() => {})
    this.#store = createStore(this.#read())
  }

  get store(): Store<readonly QueuedReport[]> {
    return this.#store
  }

  /** Stores a report and tries to send it. */
  add(memberId: string, code: string, stepId: string, work: ReportedWork): Promise<void> {
    const report = { ...work, key: newId(), memberId, code, stepId, at: this.#now(), refusal: null }
    this.#write([...this.#read(), report])
    return this.flush(memberId)
  }

  /** Removes a refused report that a person has read. */
  dismiss(key: string): void {
    this.#write(this.#read().filter((report) => report.key !== key))
  }

  /** Sends what waits of a member, until one gets no answer. */
  async flush(memberId: string): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    this.#showStored()
    try {
      let next = this.#nextOf(memberId)
      while (next && (await this.#sendOne(next))) next = this.#nextOf(memberId)
    } finally {
      this.#isSending = false
    }
  }

  #nextOf(memberId: string): QueuedReport | undefined {
    return this.#read().find((report) => report.memberId === memberId && report.refusal === null)
  }

  /** Whether the server decided about it. */
  async #sendOne(report: QueuedReport): Promise<boolean> {
    const agoSeconds = Math.round((this.#now() - report.at) / 1000)
    try {
      const answer = await this.#send(report, Math.min(Math.max(agoSeconds, 0), weekSeconds))
      this.onAnswer(report.code, answer)
      this.dismiss(report.key)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isUndecided(error)) return false

      this.#write(this.#read().map((one) => (one.key === report.key ? { ...one, refusal: error.message } : one)))
      return true
    }
  }

  /** What another tab has changed. */
  #showStored(): void {
    const stored = this.#read()
    const isSame = JSON.stringify(stored) === JSON.stringify(this.#store.get())
    if (!isSame) this.#store.set(stored)
  }

  /** Read each time: another tab may have added or sent something. */
  #read(): readonly QueuedReport[] {
    const stored = this.#storage.get(reportsKey)
    if (stored === null) return []
    try {
      const reports: unknown = JSON.parse(stored)
      return Array.isArray(reports) ? (reports as QueuedReport[]) : []
    } catch {
      return []
    }
  }

  #write(reports: readonly QueuedReport[]): void {
    if (reports.length === 0) this.#storage.remove(reportsKey)
    else this.#storage.set(reportsKey, JSON.stringify(reports))
    this.#store.set(reports)
  }
}
