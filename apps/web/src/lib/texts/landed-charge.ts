import type { LandedCharge } from '@cotation/pricing'
import { useFormats } from './formats.ts'
import { useLanguage, useTranslations } from './i18n.tsx'

/** `392690` is written 3926.90. */
const hsCodeText = (hsCode: string): string => `${hsCode.slice(0, 4)}.${hsCode.slice(4)}`

/** The name of a charge on import, and how much of what it is. */
export function useLandedChargeText() {
  const t = useTranslations('pricing.landed')
  const { language } = useLanguage()
  const { money } = useFormats()

  return ({ kind, name, hsCode, base, baseMinor, ratePercent, allowance }: LandedCharge) => {
    const rate = t(`rate.${kind}-${base}`, { rate: ratePercent, base: money(baseMinor) })
    const exempt = allowance && t('exempt', { amount: allowance.amount, currency: allowance.currency })

    return {
      name: hsCode ? t('duty', { name: name[language], code: hsCodeText(hsCode) }) : name[language],
      note: exempt ? `${rate}, ${exempt}` : rate,
    }
  }
}
