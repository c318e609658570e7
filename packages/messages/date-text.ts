import type { Language } from '@cotation/domain'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format takes far longer than using it. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

/** A date in a language. French calls the first day of a month "1er"; Intl writes "1". */
export function dateText(date: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  const format = formatOf(language, options)
  if (language !== 'fr') return format.format(date)

  const parts = format.formatToParts(date)
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('')
}
