import type { Catalogue } from '@cotation/domain'
import { api } from '#lib/gateway/api.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

/**
 * The catalogue version that a project is priced with. Usually the current one, which is already
 * cached.
 */
export async function fetchCatalogue(version: string): Promise<Catalogue> {
  const current = await queryClient.ensureQueryData(catalogueQuery).catch(() => undefined)
  if (current?.version === version) return current.catalogue

  const { catalogue } = await queryClient.ensureQueryData({
    queryKey: ['catalogue', version],
    queryFn: ({ signal }) => api('GET /global/catalogue/version', { query: { version } }, { signal, quiet: true }),
    // Published versions are immutable.
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
  })

  return catalogue
}
