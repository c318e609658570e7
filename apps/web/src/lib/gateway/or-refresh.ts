import { toast } from '../toast.ts'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

/** A refusal means that the page is stale, for example because of a second tab: it is read again. */
export async function orRefresh<T>(queryKey: readonly unknown[], request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey })
    throw error
  }
}

/** The same for a form that may be gone once the page is read again, and with it the reason. */
export async function orTellAndRefresh<T>(queryKey: readonly unknown[], request: Promise<T>): Promise<T> {
  return orRefresh(
    queryKey,
    request.catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) toast.error(error.message)
      throw error
    }),
  )
}
