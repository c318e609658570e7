import type { InspectionConclusionInput, RunInspections } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { newId } from '#lib/new-id.ts'
import { ValueQueue } from './value-queue.ts'

export const inspectionKey = (code: string) => [staffQueries, 'run-inspection', code] as const

export const runInspectionsQuery = (code: string) =>
  queryOptions({
    queryKey: inspectionKey(code),
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/production/run/{code}/inspection', { params: { code } }, { signal, quiet: true }),
    // What is on the screen must stay there without a network.
    gcTime: 3_600_000,
  })

/** Shows the inspections as the server knows them now. */
export function showInspections(code: string, answer: RunInspections): void {
  queryClient.setQueryData(inspectionKey(code), answer)
}

export const refreshInspections = (code: string) => queryClient.invalidateQueries({ queryKey: inspectionKey(code) })

/** The values of this browser. */
export const valueQueue = new ValueQueue({ onAnswer: showInspections })

export async function addPhoto(code: string, photo: File): Promise<void> {
  const answer = await staffApi(
    'POST /global/staff/production/run/{code}/inspection/photo/{photoId}',
    { params: { code, photoId: newId() }, upload: photo },
    { quiet: true, timeoutMs: 120_000 },
  )
  showInspections(code, answer)
}

export async function removePhoto(code: string, photoId: string): Promise<void> {
  const input = { params: { code, photoId } }
  const path = 'DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}'
  showInspections(code, await staffApi(path, input, { quiet: true }))
}

export const concludeInspection = (code: string, body: InspectionConclusionInput) =>
  staffApi(
    'POST /global/staff/production/run/{code}/inspection/conclusion',
    { params: { code }, body },
    { quiet: true },
  )
