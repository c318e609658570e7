let known: string | undefined

/** The part of `Temporal` that is used; not every browser has it. */
interface WithTemporal {
  Temporal?: { Now: { timeZoneId(): string } }
}

/**
 * Read once, and from `Temporal` if there is one: the first `Intl.DateTimeFormat` of a page takes
 * as long as rendering a small page, and pages without a date need none.
 */
export function browserTimeZone(): string {
  const { Temporal } = globalThis as WithTemporal
  known ??= Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return known
}
