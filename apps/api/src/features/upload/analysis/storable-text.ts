/** Removes NUL and lone surrogates, which PostgreSQL cannot store and untrusted files contain. */
export function storableText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const kept = text.replaceAll('\0', '')
  return (kept.length > maxLength ? kept.slice(0, maxLength) : kept).toWellFormed()
}

/** JSON without characters that PostgreSQL cannot store. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner))
}
