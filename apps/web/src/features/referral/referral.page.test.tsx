import type { FriendView, ReferralView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { enterText, press } from '#lib/testing/user-actions.ts'
import { aCoupon, uuid } from '#lib/testing/views.ts'

const view = 'GET /global/account/referral'
const list = 'GET /global/account/referral/friends'
const change = 'PATCH /global/account/referral/code'
const invitation = 'POST /global/account/referral/invitation'

const programme: ReferralView = {
  code: 'K7QM2XHP',
  link: 'https://shop.example/manufacture/signup?ref=K7QM2XHP',
  changeableAt: null,
  oldCodes: [],
  successful: 1,
  rewards: [aCoupon({ code: 'REWARD-1', description: '10% off parts, $200 at most' })],
  friendBenefit: '10% off parts, $200 at most',
  referrerBenefit: '10% off parts, $200 at most',
}

const aFriend = (email: string, state: FriendView['state']): FriendView => ({
  id: uuid(),
  email,
  state,
  at: '2026-03-02T09:00:00.000Z',
})

async function open(answers: Answers = {}, shown = programme, friends = [aFriend('ada@example.com', 'sent')]) {
  const gateway = stubGateway({
    [view]: () => data(view, shown),
    [list]: () => data(list, { friends, total: friends.length }),
    ...answers,
  })
  await renderApp('/user/account/referral', { token: 'real' })
  await screen.findByRole('heading', { name: 'Referral' })
  return gateway
}

describe('the referral page (spec 2, /user/account/referral)', () => {
  it('shows link, code and QR code, and copies them or says that it failed (spec 8)', async () => {
    const user = userEvent.setup()
    await open()
    expect(await screen.findByText(programme.link)).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code of the sign-up link' })).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Copy: Link' }))
    expect(await navigator.clipboard.readText()).toBe(programme.link)

    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    await user.click(screen.getByRole('button', { name: 'Copy: Code' }))
    expect(await screen.findByText('Unable to copy, please copy it manually.')).toBeTruthy()
  })

  it('lists friends with their states, successes, rewards and the rules', async () => {
    const states = ['sent', 'signed-up', 'ordered', 'rewarded', 'not-eligible'] as const
    await open(
      {},
      programme,
      states.map((state) => aFriend(`${state}@example.com`, state)),
    )
    for (const [index, word] of ['Invited', 'Signed up', 'Has ordered', 'Reward received', 'Not eligible'].entries()) {
      const item = (await screen.findByText(`${states[index]}@example.com`)).closest('li')
      expect(within(item as HTMLElement).getByText(word)).toBeTruthy()
    }
    expect(screen.getByText('1 successful invitation')).toBeTruthy()
    expect(screen.getByText(/^REWARD-1/)).toBeTruthy()
    expect(screen.getByText(/14 days after that order is completed/)).toBeTruthy()
  })

  it('invites an address in the chosen language, and shows a refusal at the field', async () => {
    const gateway = await open({
      [invitation]: ({ body }) => {
        const { email } = body as { email: string }
        if (email === 'twice@example.com') return refusal('REFERRAL_ALREADY_INVITED', 'Invited already.')
        return data(invitation, aFriend(email, 'sent'))
      },
    })
    await press('Send the invitation')
    expect(await screen.findByText('Please enter the e-mail address of the person to invite.')).toBeTruthy()

    await enterText('E-mail address of the person', 'twice@example.com')
    await press('Send the invitation')
    expect(await screen.findByText('Invited already.')).toBeTruthy()

    await userEvent.selectOptions(screen.getByLabelText('Language of the e-mail'), 'French')
    await enterText('E-mail address of the person', 'Grace@Example.com')
    await press('Send the invitation')
    expect(await screen.findByText('Invitation recorded for grace@example.com')).toBeTruthy()
    expect(gateway.to(invitation).at(-1)?.body).toEqual({ email: 'grace@example.com', language: 'fr' })
    expect(screen.getByLabelText('E-mail address of the person')).toHaveProperty('value', '')
    await waitFor(() => expect(gateway.to(list).length).toBeGreaterThan(1))
  })

  it('changes the code after a confirmation, and keeps the entry if it is taken', async () => {
    const gateway = await open({
      [change]: ({ body }) => {
        const { code } = body as { code: string }
        if (code === 'Taken123') return refusal('REFERRAL_CODE_TAKEN', 'This code is taken.')
        return data(change, { ...programme, code })
      },
    })
    await press('Choose another code')
    await enterText('New code', 'Zoé')
    await press('Change the code')
    expect(await screen.findByText('The code has 6 to 20 characters.')).toBeTruthy()

    await enterText('New code', 'Taken123')
    await press('Change the code')
    const confirm = await screen.findByRole('dialog', { name: 'Change your code to Taken123?' })
    expect(gateway.to(change)).toEqual([])
    await userEvent.click(within(confirm).getByRole('button', { name: 'Change the code' }))
    expect(await screen.findByText('This code is taken.')).toBeTruthy()
    expect(screen.getByLabelText('New code')).toHaveProperty('value', 'Taken123')

    await enterText('New code', 'Zoe2026')
    await press('Change the code')
    const again = await screen.findByRole('dialog', { name: 'Change your code to Zoe2026?' })
    await userEvent.click(within(again).getByRole('button', { name: 'Change the code' }))
    expect(await screen.findByText('Your code is now Zoe2026')).toBeTruthy()
  })

  it('says when the code can be changed again and until when the old one works', async () => {
    const oldCodes = [{ code: 'OLDCODE1', validUntil: '2026-05-31T09:00:00.000Z' }]
    await open({}, { ...programme, changeableAt: '2027-03-02T09:00:00.000Z', oldCodes })
    expect(await screen.findByText(/again from March 2, 2027/)).toBeTruthy()
    expect(screen.getByText('The old code OLDCODE1 works until May 31, 2026.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Choose another code' })).toBeNull()
  })

  it('explains an empty list and offers a retry after a failure', async () => {
    let fails = true
    await open(
      { [view]: () => (fails ? refusal('UNEXPECTED', 'x') : data(view, { ...programme, rewards: [] })) },
      programme,
      [],
    )
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nobody yet')).toBeTruthy()
    expect(screen.getByText('Your referral coupons will appear here.')).toBeTruthy()
  })
})
