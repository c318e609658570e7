import { browserStorage } from '#lib/browser-storage.ts'

/**
 * Spec 5: the disclaimer must be accepted before quoting. Stored once per browser, like the cookie
 * banner.
 */
const key = 'quotingTerms'
const agreed = '1'

export const termsAgreed = (): boolean => browserStorage.get(key) === agreed
export const agreeToTerms = (): void => browserStorage.set(key, agreed)
