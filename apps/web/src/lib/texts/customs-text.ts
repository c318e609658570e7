import type { CustomsView } from '@cotation/contracts'
import { hsCodeText } from '@cotation/domain'
import { countryName } from './country-name.ts'
import { useLanguage, useTranslations } from './i18n.tsx'

/** Weights are rounded to this; no part weighs nothing. */
const minGrams = 0.1

/** What customs ask about a line: its proposed class, where it is made and what it weighs. */
export function useCustomsText() {
  const t = useTranslations('pricing.landed')
  const { language } = useLanguage()

  const weightText = (grams: number) => {
    if (grams < 10) return t('netWeightSmall', { grams: Math.max(grams, minGrams) })
    return t('netWeight', { kg: grams / 1000 })
  }

  return ({ hsCode, origin, netWeightG }: Omit<CustomsView, 'name'>): string => {
    const goods = t('goods', { code: hsCodeText(hsCode), country: countryName(origin, language) })

    return `${goods} · ${weightText(netWeightG)}`
  }
}
