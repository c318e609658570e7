import { visitStorage } from '#lib/browser-storage.ts'
import { newId } from '#lib/new-id.ts'

const placeOf = (projectId: string, lineIds: readonly string[]) => `checkout:${projectId}:${[...lineIds].sort().join()}`

/**
 * The key that makes a repeated order one order (PAY-2): one for each set of lines, kept by the tab until an answer came, so that a
 * reload after a time-out sends the same one again. Within one visit of the page it never changes, not even after the answer.
 */
export function submissionKeys(projectId: string) {
  const ofVisit = new Map<string, string>()
  return {
    of(lineIds: readonly string[]): string {
      const place = placeOf(projectId, lineIds)
      const key = ofVisit.get(place) ?? visitStorage.get(place) ?? newId()
      ofVisit.set(place, key)
      visitStorage.set(place, key)
      return key
    },
    /** The order exists: the next visit is about another one. */
    answered(lineIds: readonly string[]): void {
      visitStorage.remove(placeOf(projectId, lineIds))
    },
  }
}

export type SubmissionKeys = ReturnType<typeof submissionKeys>
