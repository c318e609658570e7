import { visitStorage } from '#lib/browser-storage.ts'
import { newId } from '#lib/new-id.ts'

const storageKeyOf = (projectId: string, lineIds: readonly string[]) =>
  `checkout:${projectId}:${[...lineIds].sort().join()}`

/**
 * Idempotency keys of the submit request (PAY-2), one per set of lines. The tab stores a key until
 * the server responds, so that a reload after a timeout sends the same key again. While the page
 * stays open the key never changes, not even after the response.
 */
export function submissionKeys(projectId: string) {
  const keysOfPage = new Map<string, string>()

  return {
    of(lineIds: readonly string[]): string {
      const storageKey = storageKeyOf(projectId, lineIds)
      const key = keysOfPage.get(storageKey) ?? visitStorage.get(storageKey) ?? newId()

      keysOfPage.set(storageKey, key)
      visitStorage.set(storageKey, key)
      return key
    },
    /** The order exists, so the next visit of the page needs a new key. */
    answered(lineIds: readonly string[]): void {
      visitStorage.remove(storageKeyOf(projectId, lineIds))
    },
  }
}

export type SubmissionKeys = ReturnType<typeof submissionKeys>
