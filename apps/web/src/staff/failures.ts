import type { ApiError } from '#lib/gateway/api-error.ts'
import { type FailureText, failureActions } from '#lib/gateway/failures.ts'
import { recheckMember } from '#lib/gateway/member.ts'
import { forgetStaffData, staffSession } from '#lib/gateway/staff-session.ts'
import { toast } from '#lib/toast.ts'

const anyRoute = { requiresAuth: false, path: '/staff', fullPath: '/staff' }

/**
 * What the staff side does when a call fails. Without a session the app leads to the sign-in and
 * back; screens that show their refusals themselves are `quiet`. A call that is forbidden was offered
 * by rights that a colleague has taken away since.
 */
export function handleStaffFailure(error: ApiError, quiet: boolean, t: (key: FailureText) => string): void {
  if (error.status === 401 && staffSession.token() !== null) {
    toast.warning(t('sessionEnded'))
    staffSession.clear('ended')
    forgetStaffData()
    return
  }
  if (error.code === 'FORBIDDEN') void recheckMember()
  if (quiet) return

  for (const action of failureActions(error, anyRoute)) {
    if (action.type !== 'toast') continue
    toast[action.level]('message' in action.text ? action.text.message : t(action.text.key))
  }
}
