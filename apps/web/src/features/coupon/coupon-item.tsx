import type { CouponView } from '@cotation/contracts'
import { Badge } from '@mantine/core'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './coupons.module.css'

const colours: Record<CouponView['state'], string> = {
  active: 'green',
  used: 'gray',
  expired: 'gray',
  withdrawn: 'red',
}

/** One coupon: what it takes off, from which order on, and until when. */
export function CouponItem({ coupon: view }: { coupon: CouponView }) {
  const t = useTranslations('coupons')
  const format = useFormatter()
  const { code, coupon, description, issuedAt, expiresAt, state, orderId } = view
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' })
  const end = expiresAt === null ? t('forever') : t(state === 'expired' ? 'ended' : 'until', { date: day(expiresAt) })

  return (
    <li className={classes.item} data-state={state}>
      <div>
        <h3 className={classes.name}>
          {description}
          <Badge component="span" variant="dot" color={colours[state]} c="var(--ink)" tt="none">
            {t(`state.${state}`)}
          </Badge>
        </h3>
        <p className={classes.facts}>{t(`rule.${coupon.type}`)}</p>
        <p className={classes.facts}>
          <span>{end}</span>
          <span>{t('issued', { date: day(issuedAt) })}</span>
        </p>
        {orderId === null ? null : (
          <TextLink to="/user/order/detail/$orderId" params={{ orderId }} search={{}} size="sm">
            {t('order')}
          </TextLink>
        )}
      </div>
      <div className={classes.ticket}>
        <code className={classes.code}>{code}</code>
        {state === 'active' ? <CopyButton text={code} label={t('code', { code })} /> : null}
      </div>
    </li>
  )
}
