import { Link } from '@tanstack/react-router'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LoadingState } from '#ui/states.tsx'
import { LatestWork } from './latest-work.tsx'
import classes from './user-home.module.css'

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

  const manager = userInfo.customerManger

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('site.user.hello', { name: userInfo.username })}</h1>
      <p className={classes.lead}>
        {isEnterprise ? t('site.user.enterprise') : t('site.user.personal')}, {userInfo.email}
      </p>
      <ul className={classes.tiles}>
        {tiles.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className={classes.tile}>
              <span className={classes.name}>{t(title)}</span>
              <span className={classes.text}>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <LatestWork />
      {manager ? (
        <section className={classes.manager}>
          <h2 className={classes.heading}>{t('site.user.manager')}</h2>
          <p>{manager.name}</p>
          <p>
            <a href={`mailto:${manager.email}`}>{manager.email}</a>
          </p>
          <p>{manager.phone}</p>
        </section>
      ) : null}
    </div>
  )
}
