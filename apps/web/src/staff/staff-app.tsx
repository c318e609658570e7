import { safeRedirectPath } from '@cotation/domain'
import { Navigate, useMatch } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { staffDrafts } from '#lib/form-drafts.ts'
import { onStaffFailure } from '#lib/gateway/staff-api.ts'
import {
  forgetKeptAnswers,
  forgetStaffData,
  staffSession,
  staffTokenKey,
  useStaffToken,
} from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { EntryFrame } from './entry-frame.tsx'
import { handleStaffFailure } from './failures.ts'
import { Frame } from './frame.tsx'
import { entryScreens, matchScreen, movedTo, staffScreens } from './screens.ts'
import { KnownScreens } from './shared/known-screens.ts'
import { StaffParams } from './shared/params.ts'
import { staffAddress } from './shared/staff-link.tsx'

/** The code of the screens that were opened. The route waits for it, so that nothing flickers. */
const loaded = new Map<string, ComponentType>()

const hasScreen = (path: string) => matchScreen(staffScreens, path) !== null

/** Loads the code and the texts of the screen at a path below `/staff`. */
export async function prepareScreen(path: string): Promise<void> {
  const match = matchScreen([...entryScreens, ...staffScreens], path)
  if (!match) return

  const { screen } = match
  const [component] = await Promise.all([screen.load(), ensureMessages(screen.messages)])
  loaded.set(screen.path, component)
  if (screen.leadsTo && !loaded.has(screen.leadsTo)) void prepareScreen(screen.leadsTo)
}

/** Where a sign-in leads: back to the staff screen that was asked for, else to the first one. */
function targetOf(redirect: string | undefined) {
  const wanted = new URL(safeRedirectPath(redirect), window.location.origin)
  const path = /^\/staff\/(?!login|enrolment)(.*)$/.exec(wanted.pathname)?.[1]
  if (path === undefined) return { path: '' }

  return { path, search: Object.fromEntries(wanted.searchParams) }
}

/** A search without the parameters that the address does not have. */
function textsOf(search: object): Record<string, string> {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** The search of the sign-in that leads back to a screen. The bare address needs none. */
function returnTo(path: string, search: Record<string, unknown>): Record<string, string> {
  if (path === '') return {}

  const texts = textsOf(search)
  const query = Object.keys(texts).length > 0 ? `?${new URLSearchParams(texts)}` : ''
  return { redirect: `/staff/${path}${query}` }
}

/** The staff side of the app: who may see which screen, and the frame around it. */
export function StaffApp() {
  // All from the match: the router's location already is the next one while a navigation is running.
  const { params, search } = useMatch({ from: '/staff/$' })
  const { _splat: path = '' } = params
  const token = useStaffToken()
  useFailureHandling()
  useOtherTabs()
  useEffect(() => {
    if (token === null) forgetKeptAnswers()
  }, [token])

  const entry = matchScreen(entryScreens, path)
  if (entry) {
    const isSignedIn = token !== null && entry.screen.path === 'login'
    if (isSignedIn) return <Navigate {...staffAddress(targetOf(search.redirect))} replace />

    return <EntryFrame title={entry.screen.title}>{pageOf(entry.screen.path)}</EntryFrame>
  }

  if (token === null) {
    return <Navigate {...staffAddress({ path: 'login', search: returnTo(path, { ...search }) })} replace />
  }

  const match = matchScreen(staffScreens, path)
  const moved = match ? null : movedTo(path)
  if (moved !== null) return <Navigate {...staffAddress({ path: moved, search: textsOf(search) })} replace />

  return (
    <KnownScreens value={hasScreen}>
      <StaffParams value={match?.params ?? {}}>
        {/* Another member who signs in starts with a fresh frame. */}
        <Frame key={token} path={path} screen={match?.screen ?? null}>
          {match ? pageOf(match.screen.path) : null}
        </Frame>
      </StaffParams>
    </KnownScreens>
  )
}

function pageOf(path: string) {
  const Page = loaded.get(path)
  return Page ? <Page key={path} /> : null
}

function useFailureHandling(): void {
  const t = useTranslations('app.failures')
  useEffect(() => onStaffFailure((error, quiet) => handleStaffFailure(error, quiet, t)), [t])
}

/** Another tab signed in or out: this one follows. */
function useOtherTabs(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== null && key !== staffTokenKey) return
      staffDrafts.moveToMemory()
      forgetStaffData()
      staffSession.notify()
    }

    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
}
