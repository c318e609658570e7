/** PostgreSQL keeps neither NUL nor half a surrogate pair, and names in strangers' files hold both. */
export function storableText(text: string, longest = Number.POSITIVE_INFINITY): string {
  const kept = text.replaceAll('\0', '')
  return (kept.length > longest ? kept.slice(0, longest) : kept).toWellFormed()
}

/** JSON in which every text can be stored. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner))
}
