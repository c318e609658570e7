import { rightsOf, type StaffRight, type StaffTaskKind, staffRoles, staffTaskKinds, taskPath } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, grace, stubGateway } from '#lib/testing/gateway-stub.ts'
import { entryScreens, homePath, matchScreen, menuGroups, staffScreens } from './screens.ts'

describe('the table of staff screens', () => {
  it('has one screen per path, and none that hides another', () => {
    const paths = [...staffScreens, ...entryScreens].map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths) expect(matchScreen([...staffScreens, ...entryScreens], path)?.screen.path).toBe(path)
  })

  it('finds the parameters of an address', () => {
    const screens = [{ path: 'orders/$orderId' }, { path: 'orders/board' }, { path: 'orders' }]
    expect(matchScreen(screens, 'orders/42')).toEqual({ screen: screens[0], params: { orderId: '42' } })
    expect(matchScreen(screens, 'orders/board')?.screen).toBe(screens[1])
    expect(matchScreen(screens, 'orders/')?.screen).toBe(screens[2])
    expect(matchScreen(screens, 'orders/42/lines')).toBeNull()
    expect(matchScreen(screens, '')).toBeNull()
  })

  /** Kinds that the list of tasks shows in a dialog, or whose screens come with the pages about money. */
  const withoutScreen: readonly StaffTaskKind[] = [
    'contact-message',
    'receipt-held',
    'receipt-unapproved',
    'reload-held',
    'reload-refund-failed',
    'reload-dispute',
  ]

  it.each(staffTaskKinds.filter((kind) => !withoutScreen.includes(kind)))(
    'has a screen for tasks of kind %s',
    (kind) => {
      const path = taskPath(kind, '42').replace('/staff/', '')
      const match = matchScreen(staffScreens, path)
      expect(match).not.toBeNull()
      expect(Object.values(match?.params ?? {})).toEqual(path.includes('42') ? ['42'] : [])
    },
  )

  it('has one screen for all tasks of a changed audit, and for no other kind', () => {
    expect(staffTaskKinds.filter((kind) => !taskPath(kind, '42').includes('42'))).toEqual(['audit-broken'])
    expect(matchScreen(staffScreens, taskPath('audit-broken', '42').replace('/staff/', ''))?.screen.title).toBe('audit')
  })

  it.each(staffRoles)('starts with a screen that the role %s may open', (role) => {
    const rights = rightsOf(role)
    const home = staffScreens.find(({ path }) => path === homePath(rights))
    expect(home && rights.includes(home.right)).toBe(true)
  })
})

const closedTo = (rights: readonly StaffRight[]) =>
  staffScreens.filter(({ path, right }) => !path.includes('$') && !rights.includes(right))

describe.each(staffRoles)('the role %s', (role) => {
  const rights = rightsOf(role)

  it('sees exactly the screens in the menu that it may open', async () => {
    stubGateway({ 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }) })
    await renderApp('/staff/no-such-screen', { staffToken: 'real' })
    await screen.findByRole('heading', { name: 'Screen not found' })

    const listed = staffScreens.filter(({ group, right }) => group !== null && rights.includes(right))
    const menu = screen.getByRole('navigation', { name: 'Screens' })
    const [, ...links] = within(menu).getAllByRole('link')
    const sorted = menuGroups.flatMap((group) => listed.filter((screen) => screen.group === group))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      sorted.map(({ path }) => `/manufacture/staff/${path}`),
    )
  })
})

/** The administrator may open all, so nothing is left to test there. */
const restrictedRoles = staffRoles.filter((role) => closedTo(rightsOf(role)).length > 0)

describe.each(restrictedRoles)('the role %s', (role) => {
  const rights = rightsOf(role)

  it('gets a page that names the missing right for every other screen', async () => {
    stubGateway({ 'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }) })
    const { router } = await renderApp('/staff/no-such-screen', { staffToken: 'real' })
    await screen.findByRole('heading', { name: 'Screen not found' })
    for (const { path } of closedTo(rights)) {
      await router.navigate({ to: '/staff/$', params: { _splat: path } })
      expect(await screen.findByRole('heading', { name: 'This screen is not open to you' })).toBeTruthy()
      expect(screen.getByText(/It needs the right “.+”/)).toBeTruthy()
      await router.navigate({ to: '/staff/$', params: { _splat: 'no-such-screen' } })
      await waitFor(() => expect(screen.getByRole('heading', { name: 'Screen not found' })).toBeTruthy())
    }
  })
})
