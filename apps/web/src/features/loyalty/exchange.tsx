import type { ExchangeOfferView, LoyaltyView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { newId } from '#lib/new-id.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import lists from '#ui/list.module.css'
import { Section } from '#ui/section.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { exchange } from './loyalty.api.ts'
import classes from './loyalty.module.css'

/** The chosen offer. The key makes a repeated request harmless. */
interface Choice {
  offer: ExchangeOfferView
  submissionKey: string
}

/** Points for coupons, after a confirmation. */
export function Exchange({ loyalty: { offers, points, couponValidityDays } }: { loyalty: LoyaltyView }) {
  const t = useTranslations('loyalty.exchange')
  const [choice, setChoice] = useState<Choice | null>(null)
  const { attempt, failure, busy } = useAttempt()

  const confirm = ({ offer, submissionKey }: Choice) =>
    attempt(async () => {
      const { code } = await exchange(offer.id, submissionKey)
      toast.success(t('done', { code }))
    }).finally(() => setChoice(null))

  return (
    <Section
      title={t('title')}
      aside={
        <Link to="/user/account/coupons" search={{}}>
          {t('coupons')}
        </Link>
      }
    >
      <Hint>{t('intro', { days: couponValidityDays })}</Hint>
      <FormAlert failure={failure} />
      <ul className={lists.list}>
        {offers.map((offer) => (
          <Offer
            key={offer.id}
            offer={offer}
            balance={points.balance}
            onChoose={() => setChoice({ offer, submissionKey: newId() })}
          />
        ))}
      </ul>
      <Confirm
        opened={choice !== null}
        title={t('confirmTitle', { points: choice?.offer.points ?? 0 })}
        confirmLabel={t('button')}
        loading={busy}
        onConfirm={() => choice && void confirm(choice)}
        onCancel={() => setChoice(null)}
      >
        <Text>{t('confirmText', { description: choice?.offer.description ?? '', days: couponValidityDays })}</Text>
      </Confirm>
    </Section>
  )
}

interface OfferProps {
  offer: ExchangeOfferView
  balance: number
  onChoose: () => void
}

function Offer({ offer, balance, onChoose }: OfferProps) {
  const t = useTranslations('loyalty.exchange')
  const { number } = useFormats()
  const { description, points, monthlyLimit, leftThisMonth, refusal } = offer

  return (
    <li className={classes.task} data-state={refusal === null ? 'claimable' : 'open'}>
      <div>
        <Heading level={3} size="lg">
          {description}
        </Heading>
        <Hint className={classes.facts}>
          <span>{t('left', { left: leftThisMonth, limit: monthlyLimit })}</span>
          {refusal === null ? null : <span>{t(`refusal.${refusal}`, { points: Math.max(0, points - balance) })}</span>}
        </Hint>
      </div>
      <Button
        variant="secondary"
        size="sm"
        disabled={refusal !== null}
        onClick={onChoose}
        aria-label={t('buttonNamed', { points, description })}
      >
        {t('price', { points: number(points), count: points })}
      </Button>
    </li>
  )
}
