import type { RunInspections } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { ConclusionQueue } from './conclusion-queue.ts'
import { isOfSubject, PhotoQueue } from './photo-queue.ts'
import { ValueQueue } from './value-queue.ts'
import { reportQueue, shiftMs, showAnswer } from './work.api.ts'

export const inspectionKey = (code: string) => [staffQueries, 'run-inspection', code] as const

export const runInspectionsQuery = (code: string) =>
  queryOptions({
    queryKey: inspectionKey(code),
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/production/run/{code}/inspection', { params: { code } }, { signal, quiet: true }),
    gcTime: shiftMs,
  })

/** Shows the inspections as the server knows them now. */
export function showInspections(code: string, answer: RunInspections): void {
  queryClient.setQueryData(inspectionKey(code), answer)
}

export const refreshInspections = (code: string) => queryClient.invalidateQueries({ queryKey: inspectionKey(code) })

/** The values of this browser. */
export const valueQueue = new ValueQueue({ onAnswer: showInspections })

/** The photos of this browser. Each waits for what the same person reported about its run before. */
export const photoQueue = new PhotoQueue({
  mustWait: ({ memberId, code }) =>
    reportQueue.store.get().some((one) => one.memberId === memberId && one.code === code && one.refusal === null),
  onAnswer: (code, answer) => {
    if ('run' in answer) showAnswer(code, answer)
    else showInspections(code, answer.inspections)
  },
})

/** Whether a photo of a person for an inspection has not arrived. A refused one is no longer on its way. */
const hasWaitingPhoto = (memberId: string, code: string, round: number): boolean =>
  photoQueue.store
    .get()
    .some(
      (one) =>
        one.memberId === memberId && one.refusal === null && isOfSubject(one, code, { kind: 'inspection', round }),
    )

/**
 * The conclusions of this browser. Each waits for what the same person recorded, photographed and
 * reported about its run before; a refused value keeps it here until it is corrected, since the person
 * judged by it. What a colleague left on this tablet does not: that person may never sign in on it again.
 */
export const conclusionQueue = new ConclusionQueue({
  mustWait: ({ memberId, code, body: { round } }) =>
    valueQueue.store.get().some((one) => one.memberId === memberId && one.code === code && one.round === round) ||
    hasWaitingPhoto(memberId, code, round) ||
    reportQueue.store.get().some((one) => one.memberId === memberId && one.code === code && one.refusal === null),
})

export async function removePhoto(code: string, photoId: string): Promise<void> {
  const input = { params: { code, photoId } }
  const path = 'DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}'
  showInspections(code, await staffApi(path, input, { quiet: true }))
}
