import { basepath } from '#lib/base-path.ts'
import { visitStorage, withPrefix } from '#lib/browser-storage.ts'

/** What a tab shows in which a member of staff looks at a customer's side. */
export interface CustomerLook {
  customerId: string
  customer: string
  /** Who looks. */
  member: string
  until: string
}

const prefix = 'look.'
const lookKey = `${prefix}about`

function isLook(value: unknown): value is CustomerLook {
  const fields = ['customerId', 'customer', 'member', 'until'] as const
  return typeof value === 'object' && value !== null && fields.every((field) => field in value)
}

function readLook(): CustomerLook | null {
  try {
    const stored: unknown = JSON.parse(visitStorage.get(lookKey) ?? 'null')
    return isLook(stored) ? stored : null
  } catch {
    return null
  }
}

/** Null in the tabs of customers and visitors. A tab never changes from one to the other. */
export const customerLook = readLook()

/** The session of such a tab: apart from that of a customer who uses the same browser. */
export const lookStorage = withPrefix(visitStorage, prefix)

/** Opens the customer's side in a new tab, which begins with a copy of this tab's storage. */
export function openLook(look: CustomerLook, token: string): void {
  visitStorage.set(lookKey, JSON.stringify(look))
  lookStorage.set('token', JSON.stringify({ value: token, expiresAt: Date.parse(look.until) }))
  window.open(`${basepath}/user/home`, '_blank')
  leaveLook()
}

/** The next page that this tab loads is an ordinary one. */
export function leaveLook(): void {
  visitStorage.remove(lookKey)
  lookStorage.remove('token')
}

const begunKey = (viewId: string) => `begunLook.${viewId}`

/**
 * Keeps the token of a look in the tab that began it, for its staff page. It is worthless once the
 * member logs out.
 */
export const keepLookToken = (viewId: string, token: string): void => visitStorage.set(begunKey(viewId), token)

/** Null in other tabs than the one that began the look. */
export const keptLookToken = (viewId: string): string | null => visitStorage.get(begunKey(viewId))
