import { describe, expect, it } from 'vitest'
import { aCustomer, aLoggedInBrowser } from '#test/builders.ts'
import { rowsOf } from '#test/rows.ts'
import { turnSecondFactorOn } from '#test/second-factors.ts'
import { useApp } from '#test/use-app.ts'
import { runCustomerCommand } from './customer-commands.ts'
import { explainError } from './tool-error.ts'
import { toolProcess } from './tool-process.fixture.ts'

const app = useApp()

const tool = (...words: string[]) => toolProcess('customer', words, { DATABASE_URL: app.deps.config.databaseUrl ?? '' })

async function run(...words: string[]): Promise<string> {
  const said: string[] = []
  await runCustomerCommand(words, { open: async () => app.deps, print: (text) => void said.push(text) })
  return said.join('\n')
}

describe('npm run customer -- remove-second-factor', () => {
  it('lets an owner in again who lost the phone, ends sessions and is mailed', async () => {
    const customer = await aCustomer(app)
    const { email, password } = customer
    const browser = await aLoggedInBrowser(app, customer)
    await turnSecondFactorOn(app, browser)

    const removed = await tool('remove-second-factor', '--email', email.toUpperCase())
    expect(removed).toMatchObject({ code: 0, stderr: '' })
    expect(removed.stdout).toContain(`Two-step login of ${email} is off`)
    expect((await browser.call('GET /global/account/me', {})).status).toBe(401)
    await app.mail(email, 'second-factor-off')

    const { data } = await app.browser().call('POST /global/account/login', { body: { email, password } })
    expect(data.accessToken).toEqual(expect.any(String))
  })

  it('changes nothing for an account without one, or an unknown address', async () => {
    const customer = await aCustomer(app)
    const browser = await aLoggedInBrowser(app, customer)
    for (const email of [customer.email, 'ghost@example.com'])
      await expect(run('remove-second-factor', '--email', email)).rejects.toThrow('has two-step login')
    expect((await browser.call('GET /global/account/me', {})).status).toBe(200)
  })
})

describe('npm run customer -- end-sessions', () => {
  it('logs a customer out everywhere and leaves others alone', async () => {
    const customer = await aCustomer(app)
    const browsers = [await aLoggedInBrowser(app, customer), await aLoggedInBrowser(app, customer)]
    const other = await aLoggedInBrowser(app, await aCustomer(app))

    expect(await run('end-sessions', '--email', customer.email)).toBe(`All sessions of ${customer.email} have ended.`)
    for (const browser of browsers) expect((await browser.call('GET /global/account/me', {})).status).toBe(401)
    expect((await other.call('GET /global/account/me', {})).status).toBe(200)
    expect(await rowsOf(app, 'security_event', { customer_id: customer.id, kind: 'sessions-ended' })).toHaveLength(1)

    const again = await aLoggedInBrowser(app, customer)
    expect((await again.call('GET /global/account/me', {})).status).toBe(200)
  })

  it('says that nobody has the address', async () => {
    await expect(run('end-sessions', '--email', 'ghost@example.com')).rejects.toThrow('No account has the address')
  })
})

it.each<[string[], RegExp]>([
  [['forget'], /^"forget" is not a command/],
  [['remove-second-factor', 'all'], /^"all" is unexpected/],
  [['remove-second-factor'], /^Give the address of the customer/],
])('%j is refused in one line', async (words, text) => {
  const error: unknown = await run(...words).catch((failure: unknown) => failure)
  expect(await explainError(error)).toEqual([expect.stringMatching(text)])
})
