import { hsCodeText } from '@cotation/domain'
import type { LandedCharge } from '@cotation/pricing'
import { useFormats } from './formats.ts'
import { useLanguage, useTranslations } from './i18n.tsx'

/**
 * The name of a charge on import, and how much of what it is. `format` formats an amount of US cents,
 * for a page that shows another currency.
 */
export function useLandedChargeText(format?: (usdMinor: number) => string) {
  const t = useTranslations('pricing.landed')
  const { language } = useLanguage()
  const { money } = useFormats()

  return ({ kind, name, hsCode, base, baseMinor, ratePercent, allowance }: LandedCharge) => {
    const rate = t(`rate.${kind}-${base}`, { rate: ratePercent, base: (format ?? money)(baseMinor) })
    const exempt = allowance && t('exempt', { amount: allowance.amount, currency: allowance.currency })

    return {
      name: hsCode ? t('duty', { name: name[language], code: hsCodeText(hsCode) }) : name[language],
      note: exempt ? `${rate}, ${exempt}` : rate,
    }
  }
}
