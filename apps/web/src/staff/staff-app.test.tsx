import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { staffDrafts } from '#lib/form-drafts.ts'
import { memberQuery } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { keptAnswersName, staffSession } from '#lib/gateway/staff-session.ts'
import { data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'

const grant = { next: 'signed-in', accessToken: 'fresh', expiresIn: 43_200 } as const

async function logIn() {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/Email address/), 'grace@example.com')
  await user.type(screen.getByLabelText(/^Password/), 'a long enough password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

describe('the staff side', () => {
  it('leads to the sign-in without a session, and afterwards to the screen that was asked for', async () => {
    stubGateway({ 'POST /global/staff/login': () => data('POST /global/staff/login', grant) })
    const { place } = await renderApp('/staff/no-such-screen?status=open')
    await waitFor(() =>
      expect(place()).toBe(`/staff/login?redirect=${encodeURIComponent('/staff/no-such-screen?status=open')}`),
    )

    await logIn()
    await waitFor(() => expect(place()).toBe('/staff/no-such-screen?status=open'))
    expect(await screen.findByRole('heading', { name: 'Screen not found' })).toBeTruthy()
  })

  it.each(['https://evil.example', '//evil.example', '/user/home', '/staff/login'])(
    'does not leave for %s after the sign-in',
    async (redirect) => {
      stubGateway({ 'POST /global/staff/login': () => data('POST /global/staff/login', grant) })
      const { place } = await renderApp(`/staff/login?redirect=${encodeURIComponent(redirect)}`)
      await logIn()

      await waitFor(() => expect(place()).toMatch(/^\/staff\/(?!login)/))
    },
  )

  it('leads from the former address of a tray to its new one, also over the sign-in', async () => {
    const tray = 'GET /global/staff/tray/{code}'
    stubGateway({ [tray]: () => refusal('NOT_FOUND', 'Gone') })
    const { place } = await renderApp('/staff/trays/P100001?lang=en', { staffToken: 'real' })
    expect(await screen.findByRole('heading', { level: 1, name: /P100001/ })).toBeTruthy()
    expect(place()).toBe('/staff/work/tray/P100001?lang=en')

    cleanup()
    const other = await renderApp(`/staff/login?redirect=${encodeURIComponent('/staff/trays/P100001')}`, {
      staffToken: 'real',
    })
    await waitFor(() => expect(other.place()).toBe('/staff/work/tray/P100001'))
  })

  it('leads to the sign-in when the server no longer accepts the session', async () => {
    stubGateway({ 'GET /global/staff/me': () => refusal('UNAUTHENTICATED', '') })
    const { place } = await renderApp('/staff/somewhere', { staffToken: 'old', token: 'of-the-customer' })

    await waitFor(() => expect(place()).toBe(`/staff/login?redirect=${encodeURIComponent('/staff/somewhere')}`))
    expect(await screen.findByText('Your session has ended. Log in to continue.')).toBeTruthy()
    expect(staffSession.token()).toBeNull()
  })

  it('shows neither the header nor the footer of customers', async () => {
    stubGateway({})
    await renderApp('/staff/somewhere', { staffToken: 'real' })

    expect(await screen.findByRole('button', { name: 'Account of Grace Hopper' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Instant quote' })).toBeNull()
    expect(screen.queryByRole('contentinfo')).toBeNull()
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  })

  it('logs out on the server, forgets drafts and returns to the sign-in', async () => {
    const { to } = stubGateway({ 'POST /global/staff/logout': () => data('POST /global/staff/logout', {}) })
    const { place } = await renderApp('/staff/somewhere', { staffToken: 'real' })
    const user = userEvent.setup()
    staffDrafts.save(grace.id, 'order-message:1', 'Not sent')
    await user.click(await screen.findByRole('button', { name: 'Account of Grace Hopper' }))
    await user.click(screen.getByRole('button', { name: 'Log out' }))

    await waitFor(() => expect(place()).toMatch(/^\/staff\/login/))
    expect(to('POST /global/staff/logout').map(({ token }) => token)).toEqual(['Bearer real'])
    expect(staffDrafts.find(grace.id, 'order-message:1')).toBeUndefined()
  })

  it('asks before it logs out while a report of this member has not been sent', async () => {
    const report = { key: '1', memberId: grace.id, refusal: null }
    localStorage.setItem('staff.work-reports', JSON.stringify([report]))
    onTestFinished(() => localStorage.removeItem('staff.work-reports'))
    const { to } = stubGateway({ 'POST /global/staff/logout': () => data('POST /global/staff/logout', {}) })
    const { place } = await renderApp('/staff/somewhere', { staffToken: 'real' })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Account of Grace Hopper' }))
    await user.click(screen.getByRole('button', { name: 'Log out' }))

    const question = within(await screen.findByRole('dialog', { name: 'Log out before it is sent?' }))
    expect(to('POST /global/staff/logout')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(place()).toMatch(/^\/staff\/login/))
    expect(localStorage.getItem('staff.work-reports')).not.toBeNull()
  })

  describe('what the work station keeps in the browser', () => {
    /** The names of the databases that were deleted. */
    function stubDatabases(): string[] {
      const deleted: string[] = []
      vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => deleted.push(name) })
      return deleted
    }

    it('stays while a member is signed in, and is removed at the log-out', async () => {
      const deleted = stubDatabases()
      stubGateway({ 'POST /global/staff/logout': () => data('POST /global/staff/logout', {}) })
      await renderApp('/staff/somewhere', { staffToken: 'real' })
      const user = userEvent.setup()
      await user.click(await screen.findByRole('button', { name: 'Account of Grace Hopper' }))
      expect(deleted).toEqual([])

      await user.click(screen.getByRole('button', { name: 'Log out' }))
      await waitFor(() => expect(deleted).toContain(keptAnswersName))
    })

    it('is removed when the server refuses the session', async () => {
      const deleted = stubDatabases()
      stubGateway({ 'GET /global/staff/me': () => refusal('UNAUTHENTICATED', '') })
      await renderApp('/staff/somewhere', { staffToken: 'old' })
      await waitFor(() => expect(deleted).toContain(keptAnswersName))
    })

    it('is removed when the session has expired, before another member signs in', async () => {
      const deleted = stubDatabases()
      stubGateway({})
      const { place } = await renderApp('/staff/somewhere')
      await waitFor(() => expect(place()).toMatch(/^\/staff\/login/))
      expect(deleted).toContain(keptAnswersName)
    })
  })

  it('keeps the screen while the server fails', async () => {
    let isReachable = true
    const me = () => (isReachable ? data('GET /global/staff/me', grace) : refusal('UNEXPECTED', ''))
    stubGateway({ 'GET /global/staff/me': me })
    await renderApp('/staff/no-such-screen', { staffToken: 'real' })
    await screen.findByRole('heading', { name: 'Screen not found' })

    isReachable = false
    await act(() => queryClient.refetchQueries({ queryKey: memberQuery.queryKey }))

    expect(queryClient.getQueryState(memberQuery.queryKey)?.status).toBe('error')
    expect(screen.getByRole('heading', { name: 'Screen not found' })).toBeTruthy()
  })

  it('leaves a screen whose right was taken away when a call is forbidden', async () => {
    let me = grace
    stubGateway({
      'GET /global/staff/me': () => data('GET /global/staff/me', me),
      'GET /global/staff/member': () => {
        me = { ...grace, rights: grace.rights.filter((right) => right !== 'staff.admin') }
        return refusal('FORBIDDEN', 'Not for you.')
      },
    })
    await renderApp('/staff/team', { staffToken: 'real' })

    expect(await screen.findByRole('heading', { name: 'This screen is not open to you' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull()
  })

  it('follows another tab that logs out', async () => {
    stubGateway({})
    const { place } = await renderApp('/staff/somewhere', { staffToken: 'real' })
    await screen.findByRole('button', { name: `Account of ${grace.name}` })
    staffDrafts.save(grace.id, 'order-message:1', 'Not sent')
    localStorage.removeItem('staff.token')
    fireEvent(window, new StorageEvent('storage', { key: 'staff.token', newValue: null }))

    await waitFor(() => expect(place()).toMatch(/^\/staff\/login/))
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('Not sent')
  })
})
