import { z } from 'zod'
import { visitStorage } from '#lib/browser-storage.ts'

const place = z.tuple([z.number(), z.number(), z.number()])

const claimDraft = z.object({
  submissionKey: z.uuid(),
  lines: z.array(z.object({ lineId: z.string(), quantity: z.number().nullable(), place: place.nullable() })),
  reason: z.string(),
  text: z.string(),
  photoIds: z.array(z.uuid()),
})

export type ClaimDraft = z.output<typeof claimDraft>

const storageKeyOf = (orderId: string) => `claim:${orderId}`

/** What was typed in this tab about an order and not sent yet. */
export function findDraft(orderId: string): ClaimDraft | undefined {
  const stored = visitStorage.get(storageKeyOf(orderId))
  if (stored === null) return undefined

  try {
    return claimDraft.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}

export const saveDraft = (orderId: string, draft: ClaimDraft) =>
  visitStorage.set(storageKeyOf(orderId), JSON.stringify(draft))

export const removeDraft = (orderId: string) => visitStorage.remove(storageKeyOf(orderId))
