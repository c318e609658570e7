import { warmReader } from '#lib/files/analyse-file.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

/** Preloads the catalogue and starts the worker that reads files. */
export function preloadPricing(): void {
  warmReader()
  void queryClient.prefetchQuery(catalogueQuery)
}
