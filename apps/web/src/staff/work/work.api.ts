import type { RunDetails } from '@cotation/contracts'
import { decodeMesh } from '@cotation/geometry'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi, staffBytes } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { type ReportAnswer, ReportQueue } from './report-queue.ts'

const runKey = (code: string) => [staffQueries, 'run', code] as const

export const runQuery = (code: string) =>
  queryOptions({
    queryKey: runKey(code),
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/production/run/{code}', { params: { code } }, { signal, quiet: true }),
    // What is on the screen must stay there without a network.
    gcTime: 3_600_000,
  })

/** The mesh of the part for the viewer. */
export const runMeshQuery = (code: string) =>
  queryOptions({
    queryKey: [staffQueries, 'run-mesh', code],
    queryFn: async ({ signal }) => {
      const input = { params: { code } }
      const bytes = await staffBytes('GET /global/staff/production/run/{code}/mesh', input, { signal, quiet: true })
      const mesh = decodeMesh(bytes)
      if (!mesh) throw new Error('The mesh cannot be decoded')
      return mesh
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 60_000,
  })

export const refreshRun = (code: string) => queryClient.invalidateQueries({ queryKey: runKey(code) })

/** The reports of this browser. */
export const reportQueue = new ReportQueue()

/** Shows the run as the server knows it now. */
export function showAnswer(code: string, { run }: ReportAnswer): void {
  queryClient.setQueryData<RunDetails>(runKey(code), (known) => known && { ...known, ...run })
}
