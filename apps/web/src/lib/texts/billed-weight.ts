import type { BilledWeight } from '@cotation/pricing'
import { useFormatter } from 'use-intl'
import { useTranslations } from './i18n.tsx'

interface BilledCarton extends BilledWeight {
  count: number
  sizeMm: readonly number[]
}

/** Explains the billed weight of cartons: real or volumetric, whichever is greater. */
export function useBilledWeightText(divisor: number) {
  const t = useTranslations('pricing.carton')
  const format = useFormatter()
  const number = (value: number) => format.number(value, { maximumFractionDigits: 2 })

  return ({ count, sizeMm, realKg, volumetricKg, chargeableKg }: BilledCarton): string =>
    t(volumetricKg > realKg ? 'volumetric' : 'real', {
      count,
      size: sizeMm.map((mm) => number(mm / 10)).join(' × '),
      divisor: number(divisor),
      volumetric: number(volumetricKg),
      real: number(realKg),
      billed: number(chargeableKg),
    })
}
