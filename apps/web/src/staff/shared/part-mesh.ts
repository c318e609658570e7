import { decodeMesh } from '@cotation/geometry'
import { queryOptions } from '@tanstack/react-query'
import { staffQueries } from '#lib/gateway/staff-session.ts'

export type LoadMesh = (signal: AbortSignal) => Promise<Uint8Array>

/** The mesh of a part under a key that names it among all others. */
export const meshQuery = (meshKey: string, load: LoadMesh) =>
  queryOptions({
    queryKey: [staffQueries, 'mesh', meshKey],
    queryFn: async ({ signal }) => {
      const decoded = decodeMesh(await load(signal))
      if (!decoded) throw new Error('The mesh cannot be decoded')
      return decoded
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Some megabytes each: freed a minute after the viewer closes.
    gcTime: 60_000,
  })
