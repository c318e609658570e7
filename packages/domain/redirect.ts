/** Any origin serves: only the question "does it stay on it?" matters. */
const anyOrigin = 'https://own.invalid'

/** A second slash, also an encoded one: asked again of what the parser made of the path, which may only then begin so. */
const leavesHome = /^\/(\/|%2f|%5c)/i

/**
 * The in-app path that `redirect=` or a sign-in's `callback=` may lead to, or `/`.
 * Browsers read `//evil`, `/\evil`, tabs and `javascript:` as other places (OAU-3): the URL parser decides, not a pattern.
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
