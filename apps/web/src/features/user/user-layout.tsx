import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Select } from '#ui/select.tsx'
import classes from './user-layout.module.css'

/** The side navigation of the user area, in the order of the specification's table. */
const userLinks = [
  {
    group: 'orders',
    links: [
      { to: '/user/project', titleKey: 'projects' },
      { to: '/user/order/history', titleKey: 'orderHistory' },
      { to: '/user/order/upload-history', titleKey: 'uploadHistory' },
      { to: '/user/order/after-sale', titleKey: 'afterSale' },
      { to: '/user/order/additional-cost', titleKey: 'additionalCost' },
    ],
  },
  {
    group: 'account',
    links: [
      { to: '/user/account/profile', titleKey: 'profile' },
      { to: '/user/account/password', titleKey: 'password' },
      { to: '/user/account/address', titleKey: 'address' },
      { to: '/user/account/billingAddress', titleKey: 'billingAddress' },
    ],
  },
  {
    group: 'money',
    links: [
      { to: '/user/account/balance', titleKey: 'balance' },
      { to: '/user/account/coupons', titleKey: 'coupons' },
      { to: '/user/prime/point', titleKey: 'points' },
      { to: '/user/account/referral', titleKey: 'referral' },
    ],
  },
] as const

type UserPath = '/user/home' | (typeof userLinks)[number]['links'][number]['to']

/** Enterprise accounts have no loyalty programme, so no points either. */
function useLinkGroups() {
  const { isEnterprise } = useUser()
  return userLinks.map(({ group, links }) => ({
    group,
    links: links.filter(({ to }) => !(isEnterprise && to === '/user/prime/point')),
  }))
}

/** Pages that are not in the navigation, and the list that leads to them. */
const inside = [
  { path: '/user/order/detail/', to: '/user/order/history' },
  { path: '/user/project/fileList/', to: '/user/project' },
  { path: '/user/account/balance/', to: '/user/account/balance' },
] as const

/** The navigation link of the current page. */
function useSection(): string {
  const path = useLocation({ select: (location) => location.pathname })
  return inside.find((page) => path.startsWith(page.path))?.to ?? path
}

/** The side navigation on a phone: a native list. */
function SectionSelect() {
  const t = useTranslations()
  const navigate = useNavigate()
  const section = useSection()

  return (
    <Select
      className={classes.select}
      label={t('site.user.section')}
      value={section}
      onChange={(event) => void navigate({ to: event.currentTarget.value as UserPath, search: {} })}
    >
      <option value="/user/home">{t('site.user.overview')}</option>
      {useLinkGroups().map(({ group, links }) => (
        <optgroup key={group} label={t(`site.user.groups.${group}`)}>
          {links.map(({ to, titleKey }) => (
            <option key={to} value={to}>
              {t(`app.titles.${titleKey}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

export function UserLayout() {
  const t = useTranslations()
  const groups = useLinkGroups()
  const section = useSection()

  return (
    <div className={classes.layout}>
      <SectionSelect />
      <nav className={classes.side} aria-label={t('site.user.navigation')}>
        <Link to="/user/home" className={classes.link}>
          {t('site.user.overview')}
        </Link>
        {groups.map(({ group, links }) => (
          <section key={group} className={classes.group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`} className={classes.heading}>
              {t(`site.user.groups.${group}`)}
            </h2>
            {links.map(({ to, titleKey }) => (
              <Link key={to} to={to} className={classes.link} aria-current={to === section ? true : undefined}>
                {t(`app.titles.${titleKey}`)}
              </Link>
            ))}
          </section>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  )
}
