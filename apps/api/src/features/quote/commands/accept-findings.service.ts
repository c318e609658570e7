import type { Language } from '@cotation/domain'
import { type Finding, findingValues } from '@cotation/geometry'
import { acceptanceOf } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import { loadTranslator } from '#core/texts.ts'
import { insertAcceptances, listAcceptances, withdrawAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import { currentVerdict, getJudgedLine, type JudgedLineRow } from '#features/quote/rows/line.repository.ts'
import { ownerName } from '#features/quote/rows/owner.repository.ts'
import { changeProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { refuseOrdered } from '#features/quote/settle/ordered-lines.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'

interface Rules {
  projectId: string
  lineId: string
  ruleIds: readonly string[]
}

/** The sentences of findings in a language, as the screen shows them. */
export async function findingTexts(language: Language): Promise<(finding: Finding) => string> {
  const translate = await loadTranslator(language, 'geometry')
  const { format } = new Intl.NumberFormat(language)
  return (finding) => translate(`finding.${finding.rule}`, findingValues(finding, format))
}

/**
 * Records that the caller accepts the risks of warnings, all or none. Only warnings that the server
 * found, each with its current values and the words that the caller read. Idempotent: accepting
 * twice keeps the first record.
 */
export async function acceptFindings(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId, ruleIds }: Rules,
  language: Language,
): Promise<ChangedLines> {
  const textOf = await findingTexts(language)

  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    const line = await getJudgedLine(trx, projectId, lineId)
    await refuseOrdered(open, [lineId])

    const findings = acceptableFindings(line, ruleIds)
    const recorded = (await listAcceptances(trx, [lineId])).get(lineId) ?? []
    const added = findings.filter((finding) => !acceptanceOf(finding, recorded))

    // Replaces acceptances of the same rules with other values.
    const addedRules = added.map(({ rule }) => rule)
    await withdrawAcceptances(trx, lineId, addedRules, now)

    const record = { accepted_by: await ownerName(trx, owner), accepted_at: now, customerId: owner.customerId }
    const acceptances = added.map((finding) => ({ rule: finding.rule, finding, wording: textOf(finding), ...record }))
    await insertAcceptances(trx, lineId, acceptances)
    if (added.length > 0) open.record({ kind: 'risks-accepted', count: added.length, name: line.name })

    await settleLines(open, [lineId])
  })

  return changedLines(deps, owner, projectId, [lineId])
}

function acceptableFindings(line: JudgedLineRow, ruleIds: readonly string[]) {
  const verdict = currentVerdict(line)

  return [...new Set(ruleIds)].map((rule) => {
    const found = verdict?.findings.find((finding) => finding.rule === rule)
    if (found?.severity !== 'warns') throw new AppError('FINDING_NOT_ACCEPTABLE')
    return found
  })
}

/** Withdraws acceptances, whatever their values. */
export async function withdrawFindings(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId, ruleIds }: Rules,
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { name } = await getJudgedLine(open.trx, projectId, lineId)
    await refuseOrdered(open, [lineId])

    const count = await withdrawAcceptances(open.trx, lineId, ruleIds, open.now)
    if (count > 0) open.record({ kind: 'risks-withdrawn', count, name })
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}
