import type { ReferralView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import lists from '#ui/list.module.css'
import { ListPage } from '#ui/list-page.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { FriendList } from './friend-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { referralQuery } from './referral.api.ts'
import classes from './referral.module.css'
import { ShareCode } from './share-code.tsx'

/** The referral programme (spec 2, account/referral): share, invite, follow, earn. */
export function ReferralPage() {
  const t = useTranslations('referral')
  const referral = useQuery(referralQuery)

  return (
    <ListPage title={t('title')} intro={t('intro')}>
      {referral.isPending ? <LoadingState /> : null}
      {referral.isLoadingError ? <ErrorState onRetry={() => void referral.refetch()} /> : null}
      {referral.data ? <Programme view={referral.data} /> : null}
    </ListPage>
  )
}

function Programme({ view }: { view: ReferralView }) {
  const t = useTranslations('referral')

  return (
    <>
      <ShareCode view={view} />
      <InviteForm />
      <Section title={t('friends.title')} aside={<Success count={view.successful} />}>
        <FriendList />
      </Section>
      <Rewards view={view} />
      <HowItWorks view={view} />
    </>
  )
}

function Success({ count }: { count: number }) {
  const t = useTranslations('referral')
  return (
    <Badge tone={count > 0 ? 'good' : 'neutral'} className={classes.success}>
      {t('successful', { count })}
    </Badge>
  )
}

function Rewards({ view: { rewards } }: { view: ReferralView }) {
  const t = useTranslations('referral')
  const { date } = useFormats('medium')
  const all = (
    <Link to="/user/account/coupons" search={{}}>
      {t('rewards.all')}
    </Link>
  )

  return (
    <Section title={t('rewards.title')} aside={all}>
      {rewards.length === 0 ? <Hint>{t('rewards.empty')}</Hint> : null}
      {rewards.length > 0 ? (
        <ul className={lists.list}>
          {rewards.map(({ id, code, description, issuedAt, state }) => (
            <li key={id} className={classes.item}>
              <div>
                <div>{description}</div>
                <Hint>
                  {code} · {date(issuedAt)}
                </Hint>
              </div>
              <Badge dot tone={state === 'active' ? 'good' : 'neutral'}>
                {t(`coupon.${state}`)}
              </Badge>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}

function HowItWorks({ view: { friendBenefit, referrerBenefit } }: { view: ReferralView }) {
  const t = useTranslations('referral.how')

  return (
    <Section title={t('title')}>
      <ol className={classes.steps}>
        <li>{t('bind')}</li>
        <li>{t('friend', { benefit: friendBenefit })}</li>
        <li>{t('referrer', { benefit: referrerBenefit })}</li>
      </ol>
      <Hint>{t('limits')}</Hint>
    </Section>
  )
}
