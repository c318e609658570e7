import type { Language } from '@cotation/domain'
import { getLines } from '#features/quote/rows/line.repository.ts'
import { insertQuestion, listManualQuotes, withdrawQuotes } from '#features/quote/rows/manual-quote.repository.ts'
import { changeProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { snapshotOf } from '#features/quote/settle/part-snapshot.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'
import { type ExpertMailRequest, expertMailQueue } from './expert-mail.service.ts'

interface LineOf {
  projectId: string
  lineId: string
}

/** Asks for a price of the line as it is now; an older question or answer gives way. The shop is told in the same transaction. */
export async function askExpert(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineOf,
  asked: { question: string; email: string; language: Language },
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    const [line] = await getLines(trx, projectId, [lineId])
    if (!line) return

    const older = await listManualQuotes(trx, [lineId])
    await withdrawQuotes(
      trx,
      [...older.values()].map(({ id }) => id),
    )

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

/** Takes the question back, or gives up the expert's price; nothing where there is none. */
export async function recallExpert(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineOf,
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    await getLines(open.trx, projectId, [lineId])
    const quotes = await listManualQuotes(open.trx, [lineId])
    await withdrawQuotes(
      open.trx,
      [...quotes.values()].map(({ id }) => id),
    )
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}
