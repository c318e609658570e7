import type { CustomsView } from '@cotation/contracts'
import { hsCodeText } from '@cotation/domain'
import { useLanguage, useTranslations } from './i18n.tsx'

/** What customs ask about a line: its proposed class, where it is made and what it weighs. */
export function useCustomsText() {
  const t = useTranslations('pricing.landed')
  const { language } = useLanguage()
  const countries = new Intl.DisplayNames(language, { type: 'region' })

  return ({ hsCode, origin, netWeightG }: Omit<CustomsView, 'name'>): string => {
    const goods = t('goods', { code: hsCodeText(hsCode), country: countries.of(origin) ?? origin })
    return `${goods} · ${t('netWeight', { kg: netWeightG / 1000 })}`
  }
}
