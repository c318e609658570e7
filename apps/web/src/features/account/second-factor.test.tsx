import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, data, refusal } from '#lib/testing/gateway-stub.ts'
import { enterText, press } from '#lib/testing/user-actions.ts'
import type { WithProof } from './password-proof.tsx'
import { secondFactorOff as off, secondFactorOn as on, openProfileCard } from './profile-card.fixture.tsx'
import { SecondFactor } from './second-factor.tsx'

const view = 'GET /global/account/secondFactor'
const begin = 'POST /global/account/secondFactor/begin'
const confirm = 'POST /global/account/secondFactor/confirm'
const renew = 'POST /global/account/secondFactor/recoveryCodes'
const turnOff = 'POST /global/account/secondFactor/turnOff'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const recoveryCodes = ['ABCDE-FGHJK', 'MNPQR-STUVW']

const withProof: WithProof = (call) => call()

const open = (answers: Answers, hasPassword = true) =>
  openProfileCard(() => <SecondFactor hasPassword={hasPassword} withProof={withProof} />, answers)

afterEach(() => vi.unstubAllGlobals())

describe('two-step login', () => {
  it('is set up with a code of the app, and shows the recovery codes', async () => {
    let state = off
    const gateway = await open({
      [view]: () => data(view, state),
      [begin]: () => data(begin, { secret, uri: `otpauth://totp/Cotation:ada?secret=${secret}` }),
      [confirm]: ({ body }) => {
        if ((body as { code: string }).code !== '123456') return refusal('SECOND_FACTOR_WRONG', 'The code is wrong.')
        state = on
        return data(confirm, { recoveryCodes })
      },
    })

    await press('Set up an app')
    const dialog = await screen.findByRole('dialog', { name: 'Set up two-step login' })
    expect(within(dialog).getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
    expect(within(dialog).getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy()

    await enterText('6-digit code shown by the app', '000000')
    await press('Turn on')
    expect(await screen.findByText('The code is wrong.')).toBeTruthy()

    await enterText('6-digit code shown by the app', '123 456')
    await press('Turn on')
    const codes = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes)
    expect(gateway.to(confirm).at(-1)?.body).toEqual({ code: '123456' })

    await press('I have saved them')
    expect(await screen.findByText('10 recovery codes left')).toBeTruthy()
  })

  it('is turned off with the password', async () => {
    let state: typeof on | typeof off = on
    const gateway = await open({
      [view]: () => data(view, state),
      [turnOff]: ({ body }) => {
        if ((body as { password: string }).password === 'wrong')
          return refusal('PASSWORD_WRONG', 'The password is wrong.')
        state = off
        return data(turnOff, {})
      },
    })

    await press('Turn off')
    await enterText('Password', 'wrong')
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByRole('button', { name: 'Turn off' }).click()
    expect(await screen.findByText('The password is wrong.')).toBeTruthy()

    await enterText('Password', 'lovelace-1843')
    within(dialog).getByRole('button', { name: 'Turn off' }).click()
    expect(await screen.findByText('Two-step login is off')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(gateway.to(turnOff).at(-1)?.body).toEqual({ password: 'lovelace-1843' })
    expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeTruthy()
  })

  it('asks for a code in place of the password if there is none, and shows new recovery codes', async () => {
    const gateway = await open({ [view]: () => data(view, on), [renew]: () => data(renew, { recoveryCodes }) }, false)

    await press('New recovery codes')
    await enterText('Code of the app or recovery code', 'abcde-fghjk')
    await press('Create new codes')
    expect(await screen.findByText('MNPQR-STUVW')).toBeTruthy()
    expect(gateway.to(renew)[0]?.body).toEqual({ code: 'ABCDEFGHJK' })
  })

  it('lists passkeys and removes one', async () => {
    const remove = 'DELETE /global/account/secondFactor/passkey/{passkeyId}'
    const id = '00000000-0000-4000-8000-000000000001'
    const passkey = { id, name: 'Ada’s phone', createdAt: '2026-11-16T09:00:00.000Z', lastUsedAt: null }
    const other = { ...passkey, id: '00000000-0000-4000-8000-000000000002', name: 'Ada’s key' }
    let state = { ...off, isOn: true, passkeys: [passkey, other] }
    const gateway = await open({
      [view]: () => data(view, state),
      [remove]: () => {
        state = { ...state, passkeys: [other] }
        return data(remove, {})
      },
    })

    expect(await screen.findAllByText('Added on Nov 16, 2026')).toHaveLength(2)
    await press('Remove the passkey Ada’s phone')
    expect(await screen.findByText('The passkey is removed')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Ada’s phone')).toBeNull())
    expect(gateway.to(remove)).toHaveLength(1)

    // The last factor needs the password or a code.
    await press('Remove the passkey Ada’s key')
    expect(await screen.findByRole('dialog', { name: 'Turn off two-step login' })).toBeTruthy()
    expect(gateway.to(remove)).toHaveLength(1)
  })

  it('says that a device already has a passkey of the account', async () => {
    const beginPasskey = 'POST /global/account/secondFactor/passkey/begin'
    const create = vi.fn().mockRejectedValue(new DOMException('registered', 'InvalidStateError'))
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('navigator', { ...navigator, credentials: { create } })
    await open({
      [view]: () => data(view, { ...off, offersPasskeys: true }),
      [beginPasskey]: () =>
        data(beginPasskey, {
          challenge: 'AAAA',
          rpId: 'shop.test',
          credentialIds: [],
          userId: 'AAAA',
          userName: 'ada',
        }),
    })

    await press('Add a passkey')
    await enterText('Name, such as “Zoé’s phone”', 'Phone')
    await press('Continue')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This device already has a passkey/)

    create.mockRejectedValue(new DOMException('closed', 'NotAllowedError'))
    await press('Continue')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('offers the app as strongly as another passkey once the second step is on', async () => {
    vi.stubGlobal('PublicKeyCredential', class {})
    const passkey = {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Ada’s phone',
      createdAt: '2026-11-16T09:00:00.000Z',
      lastUsedAt: null,
    }
    await open({ [view]: () => data(view, { ...off, isOn: true, passkeys: [passkey], offersPasskeys: true }) })

    const app = await screen.findByRole('button', { name: 'Set up an app' })
    expect(app.className).toBe(screen.getByRole('button', { name: 'Add a passkey' }).className)
  })
})
