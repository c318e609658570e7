import type { CouponView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import type { Tone } from '#ui/tone.ts'
import classes from './coupons.module.css'

const tones: Record<CouponView['state'], Tone> = {
  active: 'good',
  used: 'neutral',
  expired: 'neutral',
  withdrawn: 'danger',
}

/** One coupon: its discount, its minimum and its expiry. */
export function CouponItem({ coupon: view }: { coupon: CouponView }) {
  const t = useTranslations('coupon')
  const format = useFormatter()
  const { code, coupon, description, issuedAt, expiresAt, state, orderId } = view
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' })
  const end = expiresAt === null ? t('forever') : t(state === 'expired' ? 'ended' : 'until', { date: day(expiresAt) })

  return (
    <li className={classes.item} data-state={state}>
      <div>
        <h3 className={classes.name}>
          {description}
          <Badge dot tone={tones[state]}>
            {t(`state.${state}`)}
          </Badge>
        </h3>
        <p className={classes.facts}>{t(`rule.${coupon.type}`)}</p>
        <p className={classes.facts}>
          <span>{end}</span>
          <span>{t('issued', { date: day(issuedAt) })}</span>
        </p>
        {orderId === null ? null : (
          <p className={classes.facts}>
            <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
              {t('order')}
            </Link>
          </p>
        )}
      </div>
      <div className={classes.ticket}>
        <code className={classes.code}>{code}</code>
        {state === 'active' ? <CopyButton text={code} label={t('code', { code })} /> : null}
      </div>
    </li>
  )
}
