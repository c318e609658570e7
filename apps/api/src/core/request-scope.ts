import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of the request that is being answered, for what it causes later. */
const requestIds = new AsyncLocalStorage<string>()

export const runInRequest = (requestId: string, run: () => void): void => requestIds.run(requestId, run)

export const currentRequestId = (): string | undefined => requestIds.getStore()
