import type { RunDetails } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi, staffBytes } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { type ReportAnswer, ReportQueue } from './report-queue.ts'

/** A shift with its breaks: what was read at its start is there at its end, also without a network. */
export const shiftMs = 12 * 3_600_000

const runKey = (code: string) => [staffQueries, 'run', code] as const

export const runQuery = (code: string) =>
  queryOptions({
    queryKey: runKey(code),
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/production/run/{code}', { params: { code } }, { signal, quiet: true }),
    gcTime: shiftMs,
  })

export const runMeshKey = (code: string) => `run ${code}`

/** Reads the mesh of the part for the viewer. */
export const loadRunMesh = (code: string) => (signal: AbortSignal) =>
  staffBytes('GET /global/staff/production/run/{code}/mesh', { params: { code } }, { signal, quiet: true })

export const refreshRun = (code: string) => queryClient.invalidateQueries({ queryKey: runKey(code) })

/** The reports of this browser. */
export const reportQueue = new ReportQueue()

/** Shows the run as the server knows it now. */
export function showAnswer(code: string, { run }: Pick<ReportAnswer, 'run'>): void {
  queryClient.setQueryData<RunDetails>(runKey(code), (known) => known && { ...known, ...run })
}

export async function removeStepPhoto(code: string, stepId: string, photoId: string): Promise<void> {
  const path = 'DELETE /global/staff/production/step/{stepId}/photo/{photoId}'
  showAnswer(code, await staffApi(path, { params: { stepId, photoId } }, { quiet: true }))
}
