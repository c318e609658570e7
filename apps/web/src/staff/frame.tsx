import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMemberQuery } from '#lib/gateway/member.ts'
import { stepUpQuestion } from '#lib/gateway/step-up.ts'
import { useStore } from '#lib/store.ts'
import { TimeZoneProvider, useTranslations } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon, MenuIcon } from '#ui/icons.tsx'
import { Logo } from '#ui/logo.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useDismiss } from '#ui/use-dismiss.ts'
import classes from './frame.module.css'
import { FrameTools } from './frame-tools.tsx'
import { Menu } from './menu.tsx'
import { NotAllowed, NotFound } from './no-screen.tsx'
import { PersonMenu } from './person-menu.tsx'
import { directScreens, homePath, isOpenTo, type StaffScreen } from './screens.ts'
import { StaffLink, staffAddress } from './shared/staff-link.tsx'
import { useStaffHead } from './use-staff-head.ts'
import { hasStoredWork } from './work/stored-work.ts'

const StepUpDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./access/step-up-dialog.tsx'),
    ensureMessages(['staff-access', 'validation']),
  ])
  return { default: module.StepUpDialog }
})

const WaitingWork = lazy(async () => {
  const [module] = await Promise.all([import('./work/waiting-work.tsx'), ensureMessages(['staff-work'])])
  return { default: module.WaitingWork }
})

const loadPalette = () => import('./palette/palette.tsx').then((module) => ({ default: module.Palette }))
const Palette = lazy(loadPalette)

/** They show themselves what waits or was refused. */
const screensWithQueue: readonly string[] = ['work', 'work/$code', 'work/tray/$code']

interface FrameProps {
  path: string
  /** Null if there is none at this path. */
  screen: StaffScreen | null
  children: ReactNode
}

/** Menu and header around a screen, once it is known who looks at it. */
export function Frame({ path, screen, children }: FrameProps) {
  const t = useTranslations('staff')
  const shell = useTranslations('app.shell')
  const member = useMemberQuery()
  const title = screen ? t(`titles.${screen.title}`) : t('shell.name')
  const main = useFocusAfterNavigation(path)
  const question = useStore(stepUpQuestion)
  const isAtWork = screen !== null && screensWithQueue.includes(screen.path)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  usePaletteKey(setIsPaletteOpen)
  usePaletteWithoutNetwork(isAtWork)
  useStaffHead(title)

  // Remembers the path where it was opened, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === path
  const side = useRef<HTMLElement>(null)
  const close = useCallback(() => setOpenAt(null), [])
  useDismiss(isOpen, side, close)

  if (member.isLoadingError) return <ErrorState isPage onRetry={() => void member.refetch()} />
  if (member.isPending) return <LoadingState />

  const { rights, timeZone } = member.data
  if (path === '') return <Navigate {...staffAddress({ path: homePath(rights) })} replace />

  const isAllowed = screen === null || isOpenTo(rights, screen)
  const hasWaitingWork = rights.includes('production.work') && hasStoredWork()

  return (
    <TimeZoneProvider timeZone={timeZone}>
      <div className={classes.frame}>
        <a className={classes.skip} href="#content">
          {shell('skip')}
        </a>
        <nav ref={side} className={classes.side} aria-label={t('shell.menu')}>
          <div className={classes.brandBar}>
            <Brand />
            <IconButton
              variant="secondary"
              size="md"
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls="staff-menu"
              aria-label={isOpen ? shell('closeMenu') : shell('menu')}
              onClick={() => setOpenAt(isOpen ? null : path)}
            >
              {isOpen ? <CloseIcon /> : <MenuIcon />}
            </IconButton>
          </div>
          <div id="staff-menu" className={classes.menu} data-open={isOpen}>
            <Menu rights={rights} path={path} />
          </div>
        </nav>
        <div className={classes.body}>
          <header className={classes.header}>
            <Button variant="secondary" size="sm" aria-keyshortcuts="Control+K" onClick={() => setIsPaletteOpen(true)}>
              {t('palette.open')} <kbd className={classes.key}>{t('palette.key')}</kbd>
            </Button>
            <div className={classes.tools}>
              <FrameTools />
              <PersonMenu />
            </div>
          </header>
          <p className="visually-hidden" role="status">
            {title}
          </p>
          <main ref={main} id="content" className={classes.main} tabIndex={-1}>
            <Suspense>{hasWaitingWork && !isAtWork ? <WaitingWork /> : null}</Suspense>
            {screen === null ? <NotFound /> : null}
            {isAllowed ? children : null}
            {screen && !isAllowed ? <NotAllowed right={screen.right} /> : null}
          </main>
        </div>
        <Suspense>
          {isPaletteOpen ? <Palette screens={directScreens(rights)} onClose={() => setIsPaletteOpen(false)} /> : null}
        </Suspense>
        <Suspense>{question ? <StepUpDialog onAnswer={question} /> : null}</Suspense>
      </div>
    </TimeZoneProvider>
  )
}

/** The work station has its code before it is opened: the network may be gone then. */
function usePaletteWithoutNetwork(isAtWork: boolean): void {
  useEffect(() => {
    if (isAtWork) loadPalette().catch(() => undefined)
  }, [isAtWork])
}

/** Ctrl-K, or Cmd-K, anywhere in the staff side. */
function usePaletteKey(setIsOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setIsOpen(true)
    }

    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [setIsOpen])
}

function Brand() {
  const t = useTranslations('staff.shell')
  return (
    <StaffLink path="" className={classes.brand} aria-label={t('home')}>
      <Logo className={classes.logo} />
      <span className={classes.brandName}>{t('name')}</span>
    </StaffLink>
  )
}

/** Keyboard and screen readers go on at the content of the new screen, not at the link that led there. */
function useFocusAfterNavigation(path: string) {
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(path)

  // Before the effects of the screen: a list takes the focus back to the row that was left.
  useLayoutEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])

  return main
}
