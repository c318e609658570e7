import { AsyncLocalStorage } from 'node:async_hooks'

interface RequestScope {
  requestId: string
  /** What limits count by, see `clientNetwork`. */
  network: string
}

/** The request that is being answered, for what it causes later. */
const requests = new AsyncLocalStorage<RequestScope>()

export const runInRequest = (scope: RequestScope, run: () => void): void => requests.run(scope, run)

export const currentRequestId = (): string | undefined => requests.getStore()?.requestId

/** Undefined in jobs and on the command line. */
export const currentNetwork = (): string | undefined => requests.getStore()?.network
