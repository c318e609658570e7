import { queryOptions } from '@tanstack/react-query'
import { staffQueries } from '#lib/gateway/staff-session.ts'

/** A drawing that a customer sent: how to read it for the screen, and how to download it. */
export interface DrawingSource {
  /** Names the file among all others. */
  key: string
  name: string
  load: (signal: AbortSignal) => Promise<Blob>
  download: () => Promise<void>
}

export const drawingQuery = ({ key, load }: Pick<DrawingSource, 'key' | 'load'>) =>
  queryOptions({
    queryKey: [staffQueries, 'drawing', key],
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Some megabytes each: freed a minute after the dialog closes.
    gcTime: 60_000,
  })
