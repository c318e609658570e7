let known: string | undefined

/** Read once: it takes the browser as long as rendering a small page, and pages ask at every render. */
export function browserTimeZone(): string {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return known
}
