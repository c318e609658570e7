import type { OrderRefusal } from '@cotation/pricing'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** The message for a refused basket. */
export function useRefusalText() {
  const t = useTranslations('pricing.refusals')
  // Each message uses only details that its code provides; extra details are ignored.
  return ({ code, detail }: OrderRefusal) => t(code, detail as never)
}
