import type { Currency, Language } from '@cotation/domain'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: Currency, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const currencyDisplay = currency === 'CNY' ? 'code' : 'symbol'
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
  formats.set(key, format)
  return format
}

/** A formatted amount. Yuan are shown as RMB (spec 9). */
export function moneyText(minor: number, currency: Currency, language: Language): string {
  return formatOf(currency, language)
    .format(minor / 100)
    .replace('CNY', 'RMB')
}
