import { decodeMesh } from '@cotation/geometry'
import { queryOptions } from '@tanstack/react-query'
import { fetchCatalogue } from '#features/quote/workspace/project-catalogue.ts'
import { api, apiBytes } from '#lib/gateway/api.ts'
import { readOnlyWorkspace } from './read-only-workspace.ts'

/** The key of a link, `#key=…`: fragments never reach servers, proxy logs or referrers. */
export function shareKeyFrom(hash: string): string | undefined {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('key') ?? ''
  return /^[\w-]{43}$/.test(key) ? key : undefined
}

/** The project with the catalogue it is priced with. */
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
      if (!mesh) throw new Error('The mesh cannot be decoded')
      return mesh
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Some megabytes each: freed a minute after the viewer closes.
    gcTime: 60_000,
  })
