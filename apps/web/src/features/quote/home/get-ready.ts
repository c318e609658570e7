import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { warmReader } from '#lib/parts/analyse-file.ts'

/** What a first price needs besides the screen: prices and a reader of files. */
export function getReady(): void {
  warmReader()
  void queryClient.prefetchQuery(catalogueQuery)
}
