import { Link } from '@tanstack/react-router'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ManagerCard } from '#ui/manager-card.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { LatestWork } from './latest-work.tsx'
import classes from './user.module.css'

const tiles = [
  { to: '/quote', title: 'site.user.quote', text: 'site.user.quoteText' },
  { to: '/user/order/history', title: 'app.titles.orderHistory', text: 'site.user.ordersText' },
  { to: '/user/account/coupons', title: 'app.titles.coupons', text: 'site.user.couponsText' },
  { to: '/user/account/profile', title: 'app.titles.profile', text: 'site.user.profileText' },
  { to: '/user/account/password', title: 'app.titles.password', text: 'site.user.passwordText' },
  { to: '/contact', title: 'site.user.contact', text: 'site.user.contactText' },
] as const

export function UserHomePage() {
  const t = useTranslations()
  const { userInfo, isEnterprise, isPending } = useUser()
  if (isPending || !userInfo) return <LoadingState />

  return (
    <div className={classes.page}>
      <Heading level={1}>{t('site.user.hello', { name: userInfo.username })}</Heading>
      <Text tone="soft" className={classes.lead}>
        {isEnterprise ? t('site.user.enterprise') : t('site.user.personal')}, {userInfo.email}
      </Text>
      <ul className={classes.tiles}>
        {tiles.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className={classes.tile}>
              <span className={classes.name}>{t(title)}</span>
              <Text as="span" size="sm" tone="soft">
                {t(text)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      <LatestWork />
      <ManagerCard />
    </div>
  )
}
