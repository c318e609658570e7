import type { RefusedReferralView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import { refusedReferralsQuery } from './customer.api.ts'
import classes from './customer.module.css'

/**
 * The friends for whom the customer gets no reward, and why. Tasks about refused referrals lead
 * here. The call needs the same right as the page.
 */
export function RefusedReferrals({ customerId }: { customerId: string }) {
  const t = useTranslations('staff-customer')
  const { data, isPending, refetch } = useQuery(refusedReferralsQuery(customerId))

  if (isPending) return <LoadingState label={t('referrals.loading')} />
  if (!data) return <ErrorState title={t('referrals.failed')} onRetry={() => void refetch()} />

  const { referrals, total } = data
  if (referrals.length === 0) return <Hint>{t('referrals.none')}</Hint>

  return (
    <>
      <ul className={classes.list} aria-label={t('referrals.title')}>
        {referrals.map((referral) => (
          <RefusedReferral key={referral.id} referral={referral} />
        ))}
      </ul>
      {total > referrals.length ? <Hint>{t('newest', { shown: referrals.length, total })}</Hint> : null}
    </>
  )
}

function RefusedReferral({ referral }: { referral: RefusedReferralView }) {
  const t = useTranslations('staff-customer.referrals')
  const { date } = useFormats('medium')
  const { friend, reasons, code, orderNumber, decidedAt } = referral

  return (
    <li>
      <StaffLink path={`customers/${friend.customerId}`}>{friend.email}</StaffLink>
      <Hint>{reasons.map((reason) => t(`reason.${reason}`)).join(', ')}</Hint>
      <Hint>
        {t('decided', { date: date(decidedAt), code })}
        {orderNumber === null ? '' : `, ${t('order', { number: orderNumber })}`}
      </Hint>
    </li>
  )
}
