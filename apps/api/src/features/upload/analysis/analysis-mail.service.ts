import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { findNotice, forgetNotice } from './analysis-mail.repository.ts'

const longestShownName = 40

/** To one address, whoever gave it (ABU-5): what is more is not sent, and forgotten. */
const budget = { max: 20, windowSeconds: 86_400 }

/**
 * Anybody may have this mail sent to anybody, and names the file: enough of the name to know it again, nothing that a mail program
 * would make a link of, and no room for a message.
 */
export function shownName(name: string): string {
  const extension = /\.(stl|step|stp)$/i.exec(name)?.[0] ?? ''
  const base = name.slice(0, name.length - extension.length).replace(/[^\p{L}\p{N} ()+-]/gu, '_')
  return (base.length > longestShownName ? `${base.slice(0, longestShownName)}…` : base) + extension
}

type Mailing = Pick<Deps, 'config' | 'db' | 'limiter' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/** Tells who asked for it that a file was looked at, with the way back to it; then forgets the address. */
export async function sendAnalysisMail(deps: Mailing, uploadId: string): Promise<void> {
  const notice = await findNotice(deps.db, uploadId)
  if (!notice) return

  const { email, language, name, state, projectId } = notice
  const isOverBudget = (await deps.limiter.spend(`mail analysis ${email}`, budget)) !== null
  if (isOverBudget) return forgetNotice(deps.db, uploadId, email)

  await sendActionMail(deps, {
    kind: state === 'done' ? 'analysis-done' : 'analysis-failed',
    to: email,
    language,
    path: projectId ? `/quote/${projectId}` : '/quote',
    values: { file: shownName(name) },
    idempotencyKey: `analysis ${uploadId} ${notice.analysisId} ${state}`,
  })
  await forgetNotice(deps.db, uploadId, email)
}
