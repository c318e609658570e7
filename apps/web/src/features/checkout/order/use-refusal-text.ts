import type { OrderRefusal } from '@cotation/pricing'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Why an order has no total as it stands, and what to do about it. */
export function useRefusalText() {
  const t = useTranslations('pricing.refusals')
  // Details that a text does not name do no harm; each text names only what its code brings.
  return ({ code, detail }: OrderRefusal) => t(code, detail as never)
}
