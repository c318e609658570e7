import { useLocation } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { signOutMember, useMember } from '#lib/gateway/member.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { ChevronIcon, UserIcon } from '#ui/icons.tsx'
import { useDismiss } from '#ui/use-dismiss.ts'
import classes from './person-menu.module.css'
import { useRoleName } from './shared/role-name.ts'
import { StaffLink } from './shared/staff-link.tsx'
import { hasStoredWorkOf } from './work/stored-work.ts'

/** The member who is signed in, with a link to the account and the log-out. */
export function PersonMenu() {
  const t = useTranslations('staff.shell')
  const roleName = useRoleName()
  const { id, name, role } = useMember()
  const href = useLocation({ select: (location) => location.href })
  // Remembers the address where it was opened, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === href
  const [isAsking, setAsking] = useState(false)
  const close = useCallback(() => setOpenAt(null), [])
  const menu = useRef<HTMLDivElement>(null)
  useDismiss(isOpen, menu, close)

  const logOut = () => {
    if (hasStoredWorkOf(id)) setAsking(true)
    else void signOutMember()
  }

  return (
    <div ref={menu} className={classes.person}>
      <Button
        variant="bare"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls="person-menu"
        aria-label={t('person', { name })}
        onClick={() => setOpenAt(isOpen ? null : href)}
      >
        <UserIcon />
        <span className={classes.name}>{name}</span>
        <ChevronIcon />
      </Button>
      <div id="person-menu" className={classes.panel} hidden={!isOpen}>
        <p className={classes.who}>
          {name}
          <span className={classes.role}>{roleName(role)}</span>
        </p>
        <ul className={classes.list}>
          <li>
            <StaffLink path="account" className={classes.item}>
              {t('ownAccount')}
            </StaffLink>
          </li>
          <li>
            <Button variant="bare" className={classes.item} onClick={logOut}>
              {t('logOut')}
            </Button>
          </li>
        </ul>
      </div>
      <Confirm
        opened={isAsking}
        title={t('unsentTitle')}
        confirmLabel={t('logOut')}
        onConfirm={() => void signOutMember()}
        onCancel={() => setAsking(false)}
      >
        {t('unsentText')}
      </Confirm>
    </div>
  )
}
