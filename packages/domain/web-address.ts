/**
 * Endings that mail programs turn into a link even without `www.` or a path. `zip` is missing,
 * because customers name archives.
 */
const domainEndings = new Set(
  (
    'com net org info biz io co app dev xyz site online shop store top club link click live page cloud tech pro ' +
    'bank pay money finance web website space icu vip work support one mobi name tel eu uk fr de es ch nl pl pt ' +
    'cz dk fi ie gr hu ro bg hr sk ee lv lt lu mt cy ru ua by kz tr cn hk tw jp kr sg nz au br mx ar cl za ng ke ' +
    'gg ly sh gl cc tk ml ga cf gq su ws vu'
  ).split(' '),
)

/**
 * Endings that are also words: “it” after a full stop without a space is no address, unless more
 * looks like one.
 */
const wordEndings = new Set('it is in so to me at as no my be us am ai ca la il je tu se si ma mu'.split(' '))

/** Names of files are no addresses, even in a list with slashes. */
const fileEnding = /^(?:step|stp|stl|iges|igs|dxf|dwg|pdf|png|jpe?g|zip|csv|txt|xlsx?|docx?|obj|3mf|sldprt|ipt|x_t)$/i

const scheme = /:\/\/|\bhxxps?\b|\bwww\.|[\p{L}\d](?:\[\.\]|\(\.\))[\p{L}\d]/iu

/** Labels with dots, not in an e-mail address; then the port or path that follows, if any. */
const dottedName = /(?<![\p{L}\d@._-])((?:[\p{L}\d-]+\.)+)([\p{L}\d-]+)(?![\p{L}\d@_-])(:\d+|\/[^\s.,;]|\?\w+=)?/giu

function isDomain(labels: string, ending: string, hasPath: boolean): boolean {
  const lower = ending.toLowerCase()
  if (fileEnding.test(lower)) return false
  if (/^\d+$/.test(lower)) return hasPath && /^(?:\d{1,3}\.){3}$/.test(labels)

  const isKnown = domainEndings.has(lower)
  if (hasPath) return isKnown || wordEndings.has(lower) || ending === lower

  const isDistinct = /[\d-]/.test(labels) || labels.split('.').length > 2
  return isKnown || (wordEndings.has(lower) && ending === lower && isDistinct)
}

/**
 * Whether a text that we mail to a stranger in our name contains a web address: mail programs turn
 * it into a link (ABU-5).
 */
export function hasWebAddress(text: string): boolean {
  if (scheme.test(text)) return true

  return [...text.matchAll(dottedName)].some(([, labels = '', ending = '', path]) =>
    isDomain(labels, ending, path !== undefined),
  )
}
