import { describe, expect, it } from 'vitest'
import { aCustomer, anEmail } from '#test/builders.ts'
import { aReferrer, friendStates } from '#test/referrals.ts'
import { updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

async function anInviter(names: { first_name?: string; last_name?: string; username?: string } = {}) {
  const referrer = await aReferrer(app)
  await updateRows(app, 'customer', { id: referrer.id }, { first_name: 'Zoé', last_name: 'Martin', ...names })
  const browser = await referrer.browser()
  const invite = (email: string, language: 'fr' | 'en' = 'fr') =>
    browser.call('POST /global/account/referral/invitation', { body: { email, language } })
  return { referrer, invite }
}

const invitationsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email)

describe('an invitation', () => {
  it('names the referrer and carries the code, in the language that the referrer chose', async () => {
    const { referrer, invite } = await anInviter()
    const french = anEmail()
    const english = anEmail()
    expect((await invite(french)).data).toMatchObject({ email: french, state: 'sent' })
    await invite(english, 'en')

    const mail = await app.mail(french, 'referral-invitation')
    expect(mail.subject).toBe('Zoé Martin vous invite sur Cotation')
    expect(mail.text).toContain(`/manufacture/signup?ref=${referrer.code}`)
    expect(mail.text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('10 % de remise sur les pièces, au plus 200 $US')
    expect(mail.text).toContain('une seule fois')
    expect((await app.mail(english, 'referral-invitation')).text).toContain('10% off parts, $200 at most')
    expect(await friendStates(referrer)).toEqual(['sent', 'sent'])
  })

  it('goes to an address once, however often and in whatever case it is asked for', async () => {
    const { invite } = await anInviter()
    const email = anEmail()
    const answers = await Promise.all([invite(email), invite(email.toUpperCase()), invite(` ${email} `)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.error.code).toBe('REFERRAL_ALREADY_INVITED')
    expect(await invitationsTo(email)).toHaveLength(1)
  })

  it('is answered the same for the address of a customer, who gets no mail', async () => {
    const { referrer, invite } = await anInviter()
    const customer = await aCustomer(app)
    const stranger = anEmail()
    const known = await invite(customer.email)
    const unknown = await invite(stranger)
    expect([known.status, { ...known.data, id: '', email: '' }]).toEqual([
      unknown.status,
      { ...unknown.data, id: '', email: '' },
    ])
    expect(await friendStates(referrer)).toEqual(['sent', 'sent'])
    expect(await invitationsTo(stranger)).toHaveLength(1)
    expect(await invitationsTo(customer.email)).toEqual([])
  })

  it.each([
    [{ first_name: 'Cheap', last_name: 'pills.example', username: 'Zoe' }, 'Zoe vous invite sur Cotation'],
    [{ first_name: '', last_name: '', username: 'win.example' }, 'Vous êtes invité sur Cotation'],
  ])('carries no link in the name of the referrer: %j', async (names, subject) => {
    const { invite } = await anInviter(names)
    const email = anEmail()
    await invite(email)
    const mail = await app.mail(email, 'referral-invitation')
    expect(mail.subject).toBe(subject)
    expect(mail.text).not.toMatch(/pills|win\.example/)
  })

  it('is refused to the own mailbox and to what is no address', async () => {
    const { referrer, invite } = await anInviter()
    expect((await invite(referrer.email.replace('@', '+x@'))).error.code).toBe('REFERRAL_OWN_ADDRESS')
    expect((await invite('zoe')).error.issues).toMatchObject([
      { path: 'email', message: 'Cette adresse e-mail n’est pas valable.' },
    ])
    expect((await invite('')).error.issues).toMatchObject([{ path: 'email', code: 'FRIEND_EMAIL_REQUIRED' }])
  })

  it('is limited to ten in an hour for each customer (ABU-5)', async () => {
    const { invite } = await anInviter()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await invite(anEmail())).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})
