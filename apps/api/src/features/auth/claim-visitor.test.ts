import { describe, expect, it } from 'vitest'
import { keyIn } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  aBrowserOf,
  aCustomer,
  anEmail,
  aPersonSignedUp,
  aSignUp,
  aVisitor,
  type TestCustomer,
} from '#test/builders.ts'
import { aProject, aQuotedProject } from '#test/quote/quotes.ts'
import { signInWith, useAppWithProviders } from '#test/sign-in-app.ts'

const app = useAppWithProviders()

async function logIn(customer: TestCustomer, visitor: Browser | null): Promise<Browser> {
  const browser = app.browser()
  browser.token = visitor?.token ?? null
  const { data } = await browser.call('POST /global/account/login', {
    body: { email: customer.email, password: customer.password },
  })
  browser.token = data.accessToken ?? null
  return browser
}

const projectsOf = async (browser: Browser) =>
  (await browser.call('GET /global/project', { query: {} })).data.projects.map(({ id }) => id)
const uploadOwner = async (id: string) =>
  (await app.deps.db.selectFrom('upload').select('customer_id').where('id', '=', id).executeTakeFirst())?.customer_id

describe('the projects and files of a visitor (BOL-6)', () => {
  it('move to the account with the login, and the token becomes invalid', async () => {
    const visitor = await aVisitor(app)
    const { projectId, line } = await aQuotedProject(app, visitor)
    const customer = await aCustomer(app)
    const browser = await logIn(customer, visitor)
    const { data } = await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })

    expect(data.project?.lines).toMatchObject([{ id: line.id, price: line.price }])
    expect(await uploadOwner(line.upload.id)).toBe(customer.id)
    expect((await visitor.call('GET /global/project', { query: {} })).status).toBe(401)

    // A second login with the dead token gives nothing to anybody.
    expect(await projectsOf(await logIn(await aCustomer(app), visitor))).toEqual([])
    expect(await projectsOf(browser)).toEqual([projectId])
  })

  it('move with the activation of a new account too', async () => {
    const visitor = await aVisitor(app)
    const { projectId } = await aQuotedProject(app, visitor)
    const { key } = await aPersonSignedUp(app, visitor)
    const { data } = await visitor.call('POST /global/account/activate', { body: { key } })
    if (!('accessToken' in data)) throw new Error('the sign-up’s own browser logs in')
    visitor.token = String(data.accessToken)
    expect(await projectsOf(visitor)).toEqual([projectId])
  })

  it('move with an activation in another browser, and the mail leads back to the order', async () => {
    const visitor = await aVisitor(app)
    const { projectId } = await aQuotedProject(app, visitor)
    const body = { ...(await aSignUp(app, visitor)), redirect: `/checkout?project=${projectId}` }
    await visitor.call('POST /global/account/register', { body })

    const mail = await app.mail(body.email, 'activation')
    expect(mail.text).toContain(`/activate?redirect=${encodeURIComponent(body.redirect)}#key=`)

    const other = app.browser()
    const { data } = await other.call('POST /global/account/activate', { body: { key: keyIn(mail) } })
    other.token = data.accessToken ?? null
    expect(await projectsOf(other)).toEqual([projectId])
    expect((await visitor.call('GET /global/project', { query: {} })).status).toBe(401)
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])(
    'never make the mail lead to %s',
    async (redirect) => {
      const visitor = await aVisitor(app)
      const body = { ...(await aSignUp(app, visitor)), redirect }
      await visitor.call('POST /global/account/register', { body })

      expect((await app.mail(body.email, 'activation')).text).not.toContain('evil')
    },
  )

  it('move with a third-party sign-in too', async () => {
    const visitor = await aVisitor(app)
    const { projectId } = await aQuotedProject(app, visitor)
    const { data } = await signInWith(visitor, 'one', anEmail())
    const temporary = visitor.token

    visitor.token = data.accessToken ?? null
    expect(await projectsOf(visitor)).toEqual([projectId])

    visitor.token = temporary
    expect((await visitor.call('GET /global/project', { query: {} })).status).toBe(401)
  })

  it('go to one of two concurrent logins with the same token', async () => {
    for (let round = 0; round < 5; round++) {
      const visitor = await aVisitor(app)
      const { projectId } = await aQuotedProject(app, visitor)
      const customers = [await aCustomer(app), await aCustomer(app), await aCustomer(app)]
      const browsers = await Promise.all(customers.map((customer) => logIn(customer, visitor)))
      const owned = (await Promise.all(browsers.map(projectsOf))).flat()
      expect(owned).toEqual([projectId])
    }
  })

  it('stay with the visitor at a login without the token or with another one', async () => {
    const visitor = await aVisitor(app)
    const { projectId, line } = await aQuotedProject(app, visitor)

    expect(await projectsOf(await logIn(await aCustomer(app), null))).toEqual([])
    expect(await projectsOf(await logIn(await aCustomer(app), await aVisitor(app)))).toEqual([])

    const customer = await aCustomer(app)
    expect(await projectsOf(await logIn(await aCustomer(app), await aBrowserOf(app, customer.id)))).toEqual([])
    expect(await projectsOf(visitor)).toEqual([projectId])
    expect(await uploadOwner(line.upload.id)).toBeNull()
  })

  it('are never lost when created during the login: they move too, or are refused', async () => {
    const visitor = await aVisitor(app)
    const customer = await aCustomer(app)
    const creating = Array.from({ length: 8 }, () =>
      visitor.call('POST /global/project', { body: { name: 'Vite', service: 'cnc' } }),
    )
    const browser = await logIn(customer, visitor)
    const made = (await Promise.all(creating)).flatMap(({ status, data }) => (status === 200 ? [data.id] : []))

    expect((await projectsOf(browser)).sort()).toEqual(made.sort())
    expect((await aVisitor(app).then(aProject)).lines).toEqual([])
  })
})
