import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { browserStorage } from '#lib/browser-storage.ts'
import { session } from '#lib/gateway/session.ts'
import { ada, data, generalData, stubGateway } from '#lib/testing/gateway-stub.ts'
import { press } from '#lib/testing/user-actions.ts'

const detain = 'POST /global/tools/detain'
const logout = 'GET /global/account/logout'
const user = userEvent.setup()

const words = {
  en: {
    account: 'Account of Ada',
    logOut: 'Log out',
    send: 'Send and log out',
    skip: 'Log out without answering',
    other: 'Other',
    checkFirst: 'Please check the option before operating.',
    reasonFirst: 'Please enter your reason for leaving.',
  },
  fr: {
    account: 'Compte de Ada',
    logOut: 'Déconnexion',
    send: 'Envoyer et se déconnecter',
    skip: 'Se déconnecter sans répondre',
    other: 'Autre',
    checkFirst: 'Veuillez cocher une option avant de continuer.',
    reasonFirst: 'Veuillez indiquer la raison de votre départ.',
  },
} as const

/** Presses "Log out" in the account's menu, with an account that asks for a reason. */
async function pressLogOut(language: 'fr' | 'en') {
  const gateway = stubGateway({
    'GET /global/common/index': ({ token }) => generalData(token ? { ...ada, detainPopup: true } : {}),
    [detain]: () => data(detain, {}),
    [logout]: () => data(logout, {}),
  })
  await renderApp('/terms-of-use', { language, token: 'real' })

  const { account, logOut } = words[language]
  await press(account)
  await press(logOut)

  return gateway
}

/** Logs out with a browser that has not asked lately. */
async function leave(language: 'fr' | 'en') {
  browserStorage.remove('leaveQuestionAt')
  const gateway = await pressLogOut(language)
  await screen.findByRole('button', { name: words[language].send })
  return gateway
}

describe('the question on log-out (spec 8)', () => {
  it.each(['en', 'fr'] as const)('requires an option, and a reason for "other", in %s', async (language) => {
    const { send, other, checkFirst, reasonFirst } = words[language]
    const gateway = await leave(language)
    await press(send)

    expect(await screen.findByText(checkFirst)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]))

    await user.click(screen.getByRole('checkbox', { name: other }))
    await press(send)

    expect(await screen.findByText(reasonFirst)).toBeTruthy()
    expect([gateway.to(detain), gateway.to(logout), session.token()]).toEqual([[], [], 'real'])
  })

  it('sends the answer and logs out', async () => {
    const gateway = await leave('en')
    await user.click(screen.getByRole('checkbox', { name: 'The price' }))
    await press(words.en.send)
    await waitFor(() => expect(session.token()).toBeNull())
    expect(gateway.to(detain)[0]?.body).toEqual({ reasons: ['price'], other: '' })
  })

  it('is asked once in 30 days, whether or not it was answered', async () => {
    const dayMs = 86_400_000
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 1))
    await leave('en')
    await press(words.en.skip)
    await waitFor(() => expect(session.token()).toBeNull())
    cleanup()

    now.mockReturnValue(Date.UTC(2026, 10, 1) + 30 * dayMs - 1)
    await pressLogOut('en')
    await waitFor(() => expect(session.token()).toBeNull())
    expect(screen.queryByRole('button', { name: words.en.send })).toBeNull()
    cleanup()

    now.mockReturnValue(Date.UTC(2026, 10, 1) + 30 * dayMs)
    await pressLogOut('en')
    expect(await screen.findByRole('button', { name: words.en.send })).toBeTruthy()
    now.mockRestore()
  })

  it('logs out without an answer', async () => {
    const gateway = await leave('en')
    await press(words.en.skip)
    await waitFor(() => expect(session.token()).toBeNull())
    expect([gateway.to(detain).length, gateway.to(logout).length]).toEqual([0, 1])
  })
})
