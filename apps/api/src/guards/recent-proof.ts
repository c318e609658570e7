import { AppError } from '#core/app-error.ts'
import type { Session } from '#http/session.ts'

const recentMs = 15 * 60 * 1000

/** Sensitive changes want a proof of identity not older than a quarter of an hour (AUT-7). */
export function assertRecentProof(session: Session, now: Date): void {
  if (now.getTime() - session.authenticatedAt.getTime() > recentMs) throw new AppError('PASSWORD_REQUIRED')
}
