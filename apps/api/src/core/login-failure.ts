import { AppError } from './app-error.ts'
import type { Deps } from './deps.ts'

/** Whose account it is; without one if nobody has the address. */
interface AccountOwner {
  customerId?: string | undefined
  staffId?: string | undefined
}

/** Runs a step of a login and records if it is refused. */
export async function recordingFailure<Result>(
  { securityEvents }: Pick<Deps, 'securityEvents'>,
  { customerId, staffId }: AccountOwner,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof AppError)
      securityEvents.record({ kind: 'login-failed', customerId, staffId, detail: error.code })
    throw error
  }
}
