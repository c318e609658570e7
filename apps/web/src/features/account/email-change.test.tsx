import type { SecondFactorView } from '@cotation/contracts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useUser } from '#lib/gateway/user.ts'
import { type Answers, ada, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { EmailChange } from './email-change.tsx'
import { EmailConfirmPage } from './email-confirm.page.tsx'
import { EmailUndoPage } from './email-undo.page.tsx'
import { openProfileCard, secondFactorOff, secondFactorOn } from './profile-card.fixture.tsx'

const view = 'GET /global/account/secondFactor'
const change = 'POST /global/account/email'
const confirm = 'POST /global/account/email/confirm'
const undo = 'POST /global/account/email/undo'

const Card = () => <EmailChange email="ada@example.com" hasPassword />

const openCard = (answers: Answers, factor: SecondFactorView) =>
  openProfileCard(Card, { [view]: () => data(view, factor), ...answers })

describe('the address of the account', () => {
  it('is changed with the password, and says where the link went', async () => {
    const gateway = await openCard({ [change]: () => data(change, {}) }, secondFactorOff)
    expect(screen.getByText('ada@example.com')).toBeTruthy()

    await press('Change the address')
    await enterText('New e-mail address', 'Ada@Lovelace.example')
    await enterText('Password', 'lovelace-1843')
    await press('Send the link')

    expect(await screen.findByText('ada@lovelace.example')).toBeTruthy()
    expect(gateway.to(change)[0]?.body).toEqual({ email: 'ada@lovelace.example', password: 'lovelace-1843' })
  })

  it('needs a code too if two-step login is on', async () => {
    const gateway = await openCard(
      { [change]: () => refusal('SECOND_FACTOR_WRONG', 'The code is wrong.') },
      secondFactorOn,
    )
    await press('Change the address')
    await enterText('New e-mail address', 'ada@lovelace.example')
    await enterText('Password', 'lovelace-1843')
    await enterText('Code of the app or recovery code', '123456')
    await press('Send the link')

    expect(await screen.findByText('The code is wrong.')).toBeTruthy()
    expect(gateway.to(change)[0]?.body).toMatchObject({ code: '123456' })
  })
})

describe('a mailed link about the address', () => {
  it('confirms the new address when the button is pressed', async () => {
    const gateway = stubGateway({ [confirm]: () => data(confirm, { email: 'ada@lovelace.example' }) })
    const { place } = await renderScreen(EmailConfirmPage, '/email-change', '/email-change#key=abc')
    await waitFor(() => expect(place()).toBe('/email-change'))
    expect(gateway.to(confirm)).toHaveLength(0)

    await press('Confirm the address')
    expect(await screen.findByText('From now on, log in with ada@lovelace.example.')).toBeTruthy()
    expect(gateway.to(confirm)[0]?.body).toEqual({ key: 'abc' })
  })

  it('undoes a change, and says that a link to choose a new password was mailed', async () => {
    const gateway = stubGateway({ [undo]: () => data(undo, {}) })
    await renderScreen(EmailUndoPage, '/email-undo', '/email-undo#key=abc')
    await press('Keep my address')
    expect(await screen.findByText(/We have sent an e-mail to this address: its link lets you choose/)).toBeTruthy()
    const another = screen.getByRole('link', { name: 'Send another link' })
    expect(another.getAttribute('href')).toBe('/manufacture/reset-password')
    expect(gateway.to(undo)[0]?.body).toEqual({ key: 'abc' })
  })

  it('logs this browser out with the undo, which ends all sessions', async () => {
    let userInfo: typeof ada | Record<string, never> = ada
    stubGateway({
      'GET /global/common/index': () => generalData(userInfo),
      [undo]: () => {
        userInfo = {}
        return data(undo, {})
      },
    })

    function Page() {
      const user = useUser()
      return (
        <>
          <p>{user.userInfo ? `Logged in as ${user.userInfo.username}` : 'Logged out'}</p>
          <EmailUndoPage />
        </>
      )
    }

    await renderScreen(Page, '/email-undo', '/email-undo#key=abc', { token: 'real-token' })
    expect(await screen.findByText(/^Logged in as/)).toBeTruthy()

    await press('Keep my address')
    expect(await screen.findByText('Logged out')).toBeTruthy()
  })

  it('says if it no longer works, or has no key', async () => {
    stubGateway({ [undo]: () => refusal('KEY_INVALID', 'No longer valid.') })
    await renderScreen(EmailUndoPage, '/email-undo', '/email-undo#key=old')
    await press('Keep my address')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  })
})
