/** Any origin will do; only staying on it matters. */
const anyOrigin = 'https://own.invalid'

/** A second slash, even encoded. Also checked after parsing, which may produce one. */
const leavesHome = /^\/(\/|%2f|%5c)/i

/**
 * The in-app path of `redirect=` or a sign-in's `callback=`, or `/` if it leaves the app. Browsers
 * resolve `//evil`, `/\evil`, tabs and `javascript:` elsewhere (OAU-3), so the URL parser decides.
 */
export function safeRedirectPath(raw: unknown): string {
  if (typeof raw !== 'string' || !raw.startsWith('/') || raw.length > 2000) return '/'
  if (/[\u0000-\u0020\\\u007f]/.test(raw) || leavesHome.test(raw)) return '/'

  let url: URL
  try {
    url = new URL(raw, anyOrigin)
  } catch {
    return '/'
  }

  return url.origin === anyOrigin && !leavesHome.test(url.pathname) ? url.pathname + url.search + url.hash : '/'
}
