import type { LinkPaymentView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'

/** Who sells: a payer without an account must know to whom the money goes. */
export function SellerFacts({ seller }: { seller: LinkPaymentView['seller'] }) {
  const t = useTranslations('payment.seller')
  const { name, legalEntity, address, vatNumber } = seller
  const who = name === legalEntity ? name : t('brandOf', { brand: name, company: legalEntity })

  return (
    <Facts
      facts={[
        { label: t('title'), value: who },
        { label: t('address'), value: address },
        { label: t('vatNumber'), value: vatNumber },
      ]}
    />
  )
}
