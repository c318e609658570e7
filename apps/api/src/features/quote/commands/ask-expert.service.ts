import type { Language } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { getLines } from '#features/quote/rows/line.repository.ts'
import { insertQuestion, listManualQuotes, withdrawQuotes } from '#features/quote/rows/manual-quote.repository.ts'
import { changeProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { snapshotOf } from '#features/quote/settle/part-snapshot.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'
import { type ExpertMailRequest, expertMailQueue } from './expert-mail.service.ts'

interface LineId {
  projectId: string
  lineId: string
}

/** Asks an expert for a price of the line as it is now, replacing an older question or answer, and mails staff. */
export async function askExpert(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineId,
  asked: { question: string; email: string; language: Language },
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    const [line] = await getLines(trx, projectId, [lineId])
    if (!line) return

    await withdrawQuotesOf(trx, lineId)
    const manualQuoteId = await insertQuestion(trx, {
      ...asked,
      line_id: lineId,
      subject: snapshotOf(line),
      asked_at: now,
    })
    const mail: ExpertMailRequest = { kind: 'expert-asked', manualQuoteId }
    await deps.jobs.enqueue(trx, expertMailQueue.name, mail)
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}

/** Withdraws the question, or gives up the expert's price. Idempotent. */
export async function recallExpert(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineId,
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    await getLines(open.trx, projectId, [lineId])
    await withdrawQuotesOf(open.trx, lineId)
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}

async function withdrawQuotesOf(trx: Trx, lineId: string): Promise<void> {
  const quotes = await listManualQuotes(trx, [lineId])
  const ids = [...quotes.values()].map(({ id }) => id)
  await withdrawQuotes(trx, ids)
}
