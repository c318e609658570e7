import { formDrafts } from '#lib/form-drafts.ts'
import type { KeptCheckout } from './kept-draft-schema.ts'

const nameOf = (projectId: string) => `checkout:${projectId}`

/** What the customer typed for this project before; undefined if it is old or does not fit. */
export async function findKeptCheckout(
  customerId: string | null,
  projectId: string,
): Promise<KeptCheckout | undefined> {
  const stored = customerId === null ? undefined : formDrafts.find(customerId, nameOf(projectId))
  if (stored === undefined) return undefined

  // Loaded only if there is something to check: zod would delay every first visit.
  const { keptCheckout } = await import('./kept-draft-schema.ts')
  return keptCheckout.safeParse(stored).data
}

export function keepCheckout(customerId: string, projectId: string, kept: KeptCheckout): void {
  formDrafts.save(customerId, nameOf(projectId), kept)
}

export function dropKeptCheckout(customerId: string | null, projectId: string): void {
  if (customerId !== null) formDrafts.remove(customerId, nameOf(projectId))
}
