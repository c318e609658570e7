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
