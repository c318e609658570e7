import { languages } from '@cotation/domain'
import { Link, linkOptions, useLocation } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useUser } from '#lib/gateway/user.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon, MenuIcon, MoonIcon, ScreenIcon, SunIcon } from '#ui/icons.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { useSchemeChoice } from '#ui/theme/color-scheme.ts'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { useDismiss } from '#ui/use-dismiss.ts'
import { AccountMenu } from './account-menu.tsx'
import classes from './header.module.css'

const mainLinks = linkOptions([
  { to: '/quote', label: 'quote' },
  { to: '/resources/$slug', params: { slug: 'design-3d-printing' }, label: 'guides' },
  { to: '/materials', search: {}, label: 'materials' },
  { to: '/contact', label: 'contact' },
])

function MainLinks() {
  const t = useTranslations('app.shell')
  return mainLinks.map(({ label, ...link }) => (
    <Link key={label} {...link} className={classes.link} activeProps={{ className: classes.active }}>
      {t(label)}
    </Link>
  ))
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
  const header = useRef<HTMLElement>(null)
  const close = useCallback(() => setOpenAt(null), [])
  useDismiss(open, header, close)

  return (
    <header ref={header} className={classes.header}>
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

const names = { fr: 'french', en: 'english' } as const

function LanguageSwitch() {
  const t = useTranslations('app')
  const { language, setLanguage } = useLanguage()

  return (
    <ToggleGroup
      label={t('shell.language')}
      toggles={languages.map((code) => ({
        value: code,
        content: code.toUpperCase(),
        label: `${code.toUpperCase()}, ${t(`shell.${names[code]}`)}`,
        lang: code,
      }))}
      value={language}
      onChange={(code) => void setLanguage(code).catch(() => toast.error(t('failures.network')))}
    />
  )
}

function SchemeSwitch() {
  const t = useTranslations('app.shell')
  const { choice, choose } = useSchemeChoice()

  return (
    <ToggleGroup
      label={t('colourScheme')}
      toggles={[
        { value: 'light', content: <SunIcon />, label: t('light') },
        { value: 'dark', content: <MoonIcon />, label: t('dark') },
        { value: 'auto', content: <ScreenIcon />, label: t('system') },
      ]}
      value={choice}
      onChange={choose}
    />
  )
}
