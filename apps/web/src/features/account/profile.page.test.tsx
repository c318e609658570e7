import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answers, adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { ProfilePage } from './profile.page.tsx'

const me = 'GET /global/account/me'
const update = 'PATCH /global/account/me'
const confirm = 'POST /global/account/password/confirm'
const list = 'GET /global/account/quick'
const unlink = 'PATCH /global/account/quick/unlinkQuick'
const upload = 'POST /global/account/uploadImage'
const exports = 'GET /global/account/export'

async function open(answers: Answers) {
  await ensureMessages(['personal-data'])
  const gateway = stubGateway({
    [me]: () => data(me, adaProfile),
    [exports]: () => data(exports, { latest: null }),
    ...answers,
  })
  return {
    gateway,
    ...(await renderScreen(ProfilePage, '/user/account/profile', '/user/account/profile', { token: 'real-token' })),
  }
}

async function changePhone() {
  await enterText('Phone number', '699999999')
  await press('Save')
}

describe('profile', () => {
  it('marks the fields that are required, and says so', async () => {
    await open({})
    expect(await screen.findByText('* Required field')).toBeTruthy()
    for (const label of ['User name', 'First name', 'Last name', 'Phone number'])
      expect(screen.getByLabelText(label), label).toHaveProperty('required', true)
    expect(screen.getByLabelText('Company')).toHaveProperty('required', false)
  })

  it('sends only the changed fields', async () => {
    const { gateway } = await open({
      [update]: () => data(update, { ...adaProfile, username: 'Countess' }),
    })

    await enterText('User name', 'Countess')
    await press('Save')
    await waitFor(() => expect(gateway.to(update).map((call) => call.body)).toEqual([{ username: 'Countess' }]))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true))
  })

  it('changes the time zone, and shows when it can change again', async () => {
    const later = '2026-12-16T10:00:00.000Z'
    const saved = { ...adaProfile, timeZone: 'Asia/Tokyo', hasChosenTimeZone: true, timeZoneChangeableAt: later }
    const { gateway } = await open({ [update]: () => data(update, saved) })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Time zone' }))
    await userEvent.clear(screen.getByRole('combobox', { name: 'Time zone' }))
    await userEvent.type(screen.getByRole('combobox', { name: 'Time zone' }), 'tokyo')
    await userEvent.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }))
    await press('Save')

    await waitFor(() => expect(gateway.to(update).map((call) => call.body)).toEqual([{ timeZone: 'Asia/Tokyo' }]))
    expect(await screen.findByText('Can be changed again on December 16, 2026.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Time zone' })).toHaveProperty('readOnly', true)
  })

  it('asks for the password if the server requires it, then retries (AUT-7)', async () => {
    let proved = false
    const { gateway } = await open({
      [me]: () => data(me, adaProfile),
      [update]: () =>
        proved ? data(update, { ...adaProfile, phone: '699999999' }) : refusal('PASSWORD_REQUIRED', 'Password please.'),
      [confirm]: ({ body }) => {
        proved = (body as { password: string }).password === 'lovelace-1843'
        return proved ? data(confirm, {}) : refusal('PASSWORD_WRONG', 'This is not your password.')
      },
    })
    await changePhone()

    await enterText('Password', 'a-guess')
    await press('Confirm')

    expect(await screen.findByText('This is not your password.')).toBeTruthy()

    await enterText('Password', 'lovelace-1843')
    await press('Confirm')
    await waitFor(() => expect(gateway.to(update)).toHaveLength(2))

    expect(gateway.to(update)[1]?.body).toEqual({ phoneCode: '+33', phone: '699999999' })

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('sends an account without a password to its third party', async () => {
    await open({
      [me]: () => data(me, { ...adaProfile, hasPassword: false }),
      [update]: () => refusal('PASSWORD_REQUIRED', 'Password please.'),
    })
    await changePhone()

    expect(await screen.findByRole('button', { name: 'Log in again' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe(
      '/manufacture/user/account/password',
    )
  })
})

describe('accounts with carriers', () => {
  const accounts = { dhl: '123456789', fedex: '', sf: '' }

  it('are checked for the format of each carrier and sent together', async () => {
    const { gateway } = await open({ [update]: () => data(update, { ...adaProfile, expressAccounts: accounts }) })
    await enterText('DHL account', '12345')
    await enterText('SF Express account', '123456789')
    await press('Save')
    expect(await screen.findByText('A DHL account number has 9 digits.')).toBeTruthy()
    expect(screen.getByText('An SF Express account number has 10 digits.')).toBeTruthy()
    expect(gateway.to(update)).toEqual([])

    await enterText('DHL account', '123 456 789')
    await userEvent.clear(screen.getByLabelText('SF Express account'))
    await press('Save')
    await waitFor(() => expect(gateway.to(update).map(({ body }) => body)).toEqual([{ expressAccounts: accounts }]))
    expect(await screen.findByText('9 digits · will be confirmed at the first use')).toBeTruthy()
  })

  it('show which ones are confirmed, and the old number until it is removed', async () => {
    const profile = { ...adaProfile, expressAccounts: accounts, confirmedCarriers: ['dhl' as const] }
    const { gateway } = await open({
      [me]: () => data(me, { ...profile, expressAccount: 'Compte 42' }),
      [update]: () => data(update, profile),
    })
    expect(await screen.findByText('9 digits · confirmed')).toBeTruthy()
    expect(screen.getByLabelText('Account saved earlier')).toHaveProperty('value', 'Compte 42')
    await press('Remove')
    await waitFor(() => expect(screen.queryByLabelText('Account saved earlier')).toBeNull())
    expect(gateway.to(update)[0]?.body).toEqual({ expressAccount: '' })
  })
})

describe('the language of e-mails', () => {
  it('is changed without changing the language of the site', async () => {
    const { gateway } = await open({ [update]: () => data(update, { ...adaProfile, language: 'fr' }) })
    await userEvent.selectOptions(await screen.findByLabelText('Language of e-mails'), 'Français')
    await press('Save')
    await waitFor(() => expect(gateway.to(update)[0]?.body).toEqual({ language: 'fr' }))
    expect(screen.getByRole('heading', { name: 'Profile' })).toBeTruthy()
  })
})

describe('an incomplete profile', () => {
  it('is not saved while required fields are empty, and says which (spec 5)', async () => {
    const empty = { ...adaProfile, firstName: '', phoneCode: '', phone: '', title: null, industry: null }
    const { gateway } = await open({ [me]: () => data(me, empty) })

    await enterText('User name', 'Countess')
    await press('Save')

    for (const message of [
      'Please enter your first name.',
      'Please select a title.',
      'Please select an industry.',
      'Please select an international phone code.',
      'Please enter your phone number.',
    ])
      expect(await screen.findByText(message)).toBeTruthy()
    expect(gateway.to(update)).toHaveLength(0)
  })
})

describe('connected accounts', () => {
  it.each([
    ['appear if this site offers a service', [{ channel: 'acme', name: 'Acme ID', linked: false }], 1],
    ['are left out if it offers none', [], 0],
  ])('%s', async (_case, services, count) => {
    await open({ [list]: () => data(list, services) })
    await screen.findByRole('heading', { name: 'Open sessions' })
    await waitFor(() => expect(screen.queryAllByRole('heading', { name: 'Connected accounts' })).toHaveLength(count))
  })

  it('unlinks only after a confirmation, and explains the last way in (OAU-2)', async () => {
    const { gateway } = await open({
      [me]: () => data(me, { ...adaProfile, hasPassword: false }),
      [list]: () => data(list, [{ channel: 'acme', name: 'Acme ID', linked: true }]),
      [unlink]: () => refusal('LAST_SIGN_IN_METHOD', 'This is your only way to log in.'),
    })

    await press('Unlink Acme ID')

    expect(gateway.to(unlink)).toHaveLength(0)

    await press('Unlink')
    expect((await screen.findByRole('alert')).textContent).toContain('This is your only way to log in.')
    expect(gateway.to(unlink)[0]?.body).toEqual({ channel: 'acme' })
  })
})

describe('picture', () => {
  it('is refused before sending if it is not an image', async () => {
    const { gateway } = await open({})
    await screen.findByRole('button', { name: 'Choose a picture' })

    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(input, new File(['%PDF'], 'drawing.pdf', { type: 'application/pdf' }))

    expect((await screen.findByRole('alert')).textContent).toContain('not a JPEG, PNG or WebP picture')
    expect(gateway.to(upload)).toHaveLength(0)
  })
})
