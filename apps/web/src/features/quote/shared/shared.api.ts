import { decodeMesh } from '@cotation/geometry'
import { queryOptions } from '@tanstack/react-query'
import { fetchCatalogue } from '#features/quote/workspace/project-catalogue.ts'
import { api, apiBytes } from '#lib/gateway/api.ts'
import { readOnlyWorkspace } from './read-only-workspace.ts'

/** The key of a link, `#key=…`: a fragment never reaches a server, a proxy's log or a referrer. */
export function shareKeyFrom(hash: string): string | undefined {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('key') ?? ''
  return /^[\w-]{43}$/.test(key) ? key : undefined
}

/** The project with the catalogue that its prices rest on. */
export const sharedQuery = (key: string) =>
  queryOptions({
    queryKey: ['shared', key],
    queryFn: async ({ signal }) => {
      const project = await api('POST /global/quote/shared', { body: { key } }, { signal, quiet: true })
      return readOnlyWorkspace(project, await fetchCatalogue(project.catalogueVersion))
    },
  })

export const sharedMeshQuery = (key: string, lineId: string) =>
  queryOptions({
    queryKey: ['shared-mesh', key, lineId],
    queryFn: async ({ signal }) => {
      const bytes = await apiBytes('POST /global/quote/shared/mesh', { body: { key, lineId } }, { signal, quiet: true })
      const mesh = decodeMesh(bytes)
      if (!mesh) throw new Error('the mesh cannot be read')
      return mesh
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Some megabytes each: kept while it is looked at, and a little longer.
    gcTime: 60_000,
  })
