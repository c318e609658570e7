import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'

/** Runs a step of a login and records if it is refused. Without an account if nobody has the address. */
export async function recordingFailure<Result>(
  { securityEvents }: Pick<Deps, 'securityEvents'>,
  customerId: string | undefined,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof AppError) securityEvents.record({ kind: 'login-failed', customerId, detail: error.code })
    throw error
  }
}
