import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { findNotice, forgetNotice } from './analysis-mail.repository.ts'

const maxNameLength = 40

/** Mails per address (ABU-5); further ones are dropped. */
const budget = { max: 20, windowSeconds: 86_400 }

/**
 * The file name as mailed. Anyone can have this mail sent to any address and chooses the file name,
 * so it is shortened and stripped of everything that a mail client could turn into a link.
 */
export function shownName(name: string): string {
  const extension = /\.(stl|step|stp)$/i.exec(name)?.[0] ?? ''
  const base = name.slice(0, name.length - extension.length).replace(/[^\p{L}\p{N} ()+-]/gu, '_')
  return (base.length > maxNameLength ? `${base.slice(0, maxNameLength)}…` : base) + extension
}

type MailDeps = Pick<Deps, 'config' | 'db' | 'limiter' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/** Sends the requested mail with a link to the project, then deletes the address. */
export async function sendAnalysisMail(deps: MailDeps, uploadId: string): Promise<void> {
  const notice = await findNotice(deps.db, uploadId)
  if (!notice) return

  const { email, language, name, state, projectId } = notice
  const isOverBudget = (await deps.limiter.spend(`mail analysis ${email}`, budget)) !== null
  if (isOverBudget) return forgetNotice(deps.db, uploadId, email)

  await sendActionMail(deps, {
    kind: state === 'done' ? 'analysis-done' : 'analysis-failed',
    to: email,
    language,
    repliesTo: 'manager',
    path: projectId ? `/quote/${projectId}` : '/quote',
    values: { file: shownName(name) },
    idempotencyKey: `analysis ${uploadId} ${notice.analysisId} ${state}`,
  })
  await forgetNotice(deps.db, uploadId, email)
}
