import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { adaProfile, data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { ProfilePage } from './profile.page.tsx'

// Before the imports: a tab knows from its start whether it shows a look.
vi.hoisted(() => {
  const look = { customerId: '1', customer: 'Ada', member: 'Grace', until: '2099-01-01T00:00:00.000Z' }
  window.sessionStorage.setItem('look.about', JSON.stringify(look))
})

const me = 'GET /global/account/me'
const views = 'GET /global/account/view'
const refusedToLooks = ['quick', 'secondFactor', 'sessions', 'export'].map((name) => `GET /global/account/${name}`)

it('says which sections of the profile are hidden from staff who look, without asking for them', async () => {
  await ensureMessages(['personal-data'])
  const { calls } = stubGateway({ [me]: () => data(me, adaProfile), [views]: () => data(views, { views: [] }) })
  await renderScreen(ProfilePage, '/user/account/profile', '/user/account/profile', { token: 'look-token' })
  await screen.findByText('Nobody has viewed your account.')

  for (const name of ['Connected accounts', 'Two-step login', 'Open sessions', 'Your data']) {
    const section = within(screen.getByRole('region', { name }))
    expect(section.getByText('Hidden while a member of staff views the account.'), name).toBeTruthy()
  }
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change the address' })).toBeNull()
  expect(calls.map(({ key }) => key).filter((key) => refusedToLooks.includes(key))).toEqual([])
})
