import { browserStorage } from '#lib/browser-storage.ts'

/** Spec 3: acceptance of the cookie banner is stored as the value 1. */
export const cookieKey = 'cookieAccepted'

export const hasAcceptedCookies = (): boolean => browserStorage.get(cookieKey) === '1'

export function acceptCookies(): void {
  browserStorage.set(cookieKey, '1')
}
