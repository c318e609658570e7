import type { UserInfo } from '@cotation/contracts'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { signOut } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { Button } from '#ui/button.tsx'
import { ChevronIcon, UserIcon } from '#ui/icons.tsx'
import { useDismiss } from '#ui/use-dismiss.ts'
import classes from './account-menu.module.css'
import { mayAskWhyLeaving, rememberLeaveQuestion } from './leave-question.ts'

const LeaveDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('#features/site/leave-dialog.tsx'),
    ensureMessages(['site', 'validation']),
  ])
  return { default: module.LeaveDialog }
})

const links = [
  { to: '/user/home', label: 'myAccount' },
  { to: '/user/account/profile', label: 'profile' },
  { to: '/user/project', label: 'projects' },
  { to: '/user/order/history', label: 'orders' },
] as const

/**
 * A button that opens a list of plain links: keyboard and screen readers work as on the rest of the
 * page.
 */
export function AccountMenu({ userInfo }: { userInfo: UserInfo }) {
  const t = useTranslations('app.shell')
  const href = useLocation({ select: (location) => location.href })
  // Remembers the address where it was opened, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === href
  const close = useCallback(() => setOpenAt(null), [])
  const [leaving, setLeaving] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useDismiss(open, menu, close)

  const logOut = () => {
    close()
    const now = Date.now()
    if (!userInfo.detainPopup || !mayAskWhyLeaving(now)) return void signOut()

    rememberLeaveQuestion(now)
    setLeaving(true)
  }

  return (
    <div ref={menu} className={classes.account}>
      <Button
        variant="bare"
        className={classes.button}
        aria-expanded={open}
        aria-controls="account-menu"
        aria-label={t('account', { name: userInfo.username })}
        onClick={() => setOpenAt(open ? null : href)}
      >
        {userInfo.imageUrl ? <img className={classes.picture} src={userInfo.imageUrl} alt="" /> : <UserIcon />}
        <span className={classes.name}>{userInfo.username}</span>
        <ChevronIcon />
      </Button>
      <ul id="account-menu" className={classes.list} hidden={!open}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={classes.item}>
              {t(label)}
            </Link>
          </li>
        ))}
        <li>
          <Button variant="bare" className={classes.item} onClick={logOut}>
            {t('logOut')}
          </Button>
        </li>
      </ul>
      <Suspense>
        {leaving ? (
          <LeaveDialog
            opened
            onClose={() => setLeaving(false)}
            onLeave={() => {
              setLeaving(false)
              void signOut()
            }}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
