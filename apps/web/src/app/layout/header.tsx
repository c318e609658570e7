import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon, MenuIcon } from '#ui/icons.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

function MainLinks() {
  const t = useTranslations('app.shell')
  return (
    <>
      <Link to="/quote" className={classes.link} activeProps={{ className: classes.active }}>
        {t('quote')}
      </Link>
      <Link
        to="/resources/$slug"
        params={{ slug: 'design-3d-printing' }}
        className={classes.link}
        activeProps={{ className: classes.active }}
      >
        {t('guides')}
      </Link>
      <Link
        to="/resources/$slug"
        params={{ slug: 'materials' }}
        className={classes.link}
        activeProps={{ className: classes.active }}
      >
        {t('materials')}
      </Link>
      <Link to="/contact" className={classes.link} activeProps={{ className: classes.active }}>
        {t('contact')}
      </Link>
    </>
  )
}

function Entry() {
  const t = useTranslations('app.shell')
  const { userInfo } = useUser()
  if (userInfo) return <AccountMenu userInfo={userInfo} />

  return (
    <span className={classes.entry}>
      <LinkButton to="/login" variant="quiet" size="sm" className={classes.compact}>
        {t('logIn')}
      </LinkButton>
      <LinkButton to="/signup" size="sm" className={classes.compact}>
        {t('signUp')}
      </LinkButton>
    </span>
  )
}

export function Header() {
  const t = useTranslations('app.shell')
  const href = useLocation({ select: (location) => location.href })
  // Remembers the address where it was opened, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === href

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.home} aria-label={t('home')}>
          <Logo className={classes.logo} />
        </Link>
        <IconButton
          variant="secondary"
          size="md"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls="menu"
          aria-label={open ? t('closeMenu') : t('menu')}
          onClick={() => setOpenAt(open ? null : href)}
        >
          {open ? <CloseIcon /> : <MenuIcon />}
        </IconButton>
        <div id="menu" className={classes.menu} data-open={open}>
          <nav className={classes.nav} aria-label={t('mainNavigation')}>
            <MainLinks />
          </nav>
          <div className={classes.tools}>
            <SchemeSwitch />
            <LanguageSwitch />
            <Entry />
          </div>
        </div>
      </div>
    </header>
  )
}
