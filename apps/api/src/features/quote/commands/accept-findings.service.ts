import { acceptanceOf } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import { insertAcceptances, listAcceptances, withdrawAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import { getJudgedLine } from '#features/quote/rows/line.repository.ts'
import { ownerName } from '#features/quote/rows/owner.repository.ts'
import { changeProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'

interface Rules {
  projectId: string
  lineId: string
  ruleIds: readonly string[]
}

/**
 * Records that the caller accepts the risk of warnings that the server itself found, each with what it was: all or none. What blocks
 * and what only informs cannot be accepted. Accepting twice leaves the first record.
 */
export async function acceptFindings(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId, ruleIds }: Rules,
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    const line = await getJudgedLine(trx, projectId, lineId)
    const isJudged = line.analysis_id !== null && line.verdict?.analysisId === line.analysis_id
    const recorded = (await listAcceptances(trx, [lineId])).get(lineId) ?? []
    const findings = [...new Set(ruleIds)].map((rule) => {
      const found = isJudged ? line.verdict?.findings.find((finding) => finding.rule === rule) : undefined
      if (found?.severity !== 'warns') throw new AppError('FINDING_NOT_ACCEPTABLE')
      return found
    })
    const fresh = findings.filter((finding) => !acceptanceOf(finding, recorded))
    const accepted_by = await ownerName(trx, owner)

    // One that was accepted when it was something else gives way.
    const rules = fresh.map(({ rule }) => rule)
    await withdrawAcceptances(trx, lineId, rules, now)
    await insertAcceptances(
      trx,
      lineId,
      fresh.map((finding) => {
        const { rule } = finding
        return { rule, finding, accepted_by, accepted_at: now, customerId: owner.customerId }
      }),
    )
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}

/** Takes acceptances back, whatever they were about. */
export async function withdrawFindings(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId, ruleIds }: Rules,
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    await getJudgedLine(open.trx, projectId, lineId)
    await withdrawAcceptances(open.trx, lineId, ruleIds, open.now)
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}
