import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { aCustomer } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { runStaffCommand } from './staff-commands.ts'
import { explainError } from './tool-error.ts'
import { toolProcess } from './tool-process.fixture.ts'

const app = useApp(severalVisitors)
let orderId: string

beforeAll(async () => {
  app.clock.now = new Date()
  orderId = (await anOrderIn(app, (await aCustomer(app)).id, 'paid')).id
})

const tool = (...words: string[]) => toolProcess('staff', words, { DATABASE_URL: app.deps.config.databaseUrl ?? '' })

async function run(...words: string[]): Promise<string> {
  const said: string[] = []
  const publicUrl = 'https://parts.example.com'
  await runStaffCommand(words, { open: async () => app.deps, publicUrl, print: (text) => void said.push(text) })
  return said.join('\n')
}

/** What a token opens: staff's view of an order. */
async function opens(token: string): Promise<number> {
  const browser = app.browser()
  browser.token = token
  return (await browser.call('GET /global/staff/order/{orderId}', { params: { orderId } })).status
}

describe('npm run staff beside a running server', () => {
  it('adds a person and prints the enrolment link, of which only the hash is stored', async () => {
    const added = await tool('add', '--name', 'Léa Petit', '--email', 'Lea@Example.com', '--role', 'operator')
    expect(added).toMatchObject({ code: 0, stderr: '' })

    const [, key = ''] = /\/manufacture\/staff\/enrolment#key=([\w-]{43})\n$/.exec(added.stdout) ?? []
    const view = await app.browser().call('POST /global/staff/enrolment/view', { body: { key } })
    expect(view.data).toEqual({ name: 'Léa Petit', email: 'lea@example.com' })

    const list = await tool('list')
    expect(list.stdout).toBe('lea@example.com  operator  not enrolled  Léa Petit\n')

    const again = await run('link', '--email', 'lea@example.com')
    expect(again).toMatch(/^https:\/\/parts\.example\.com\/manufacture\/staff\/enrolment#key=[\w-]{43}$/)
    expect((await app.browser().call('POST /global/staff/enrolment/view', { body: { key } })).error.code).toBe(
      'KEY_INVALID',
    )
  })

  it('prints a token that ends after 12 hours, and after one without use', async () => {
    await run('add', '--name', 'Tom', '--email', 'tom@example.com', '--role', 'operator')
    const token = await run('token', '--email', 'tom@example.com')
    const idle = await run('token', '--email', 'tom@example.com')
    const start = app.clock.now

    for (let minutes = 0; minutes < 12 * 60; minutes += 59) {
      app.clock.now = new Date(start.getTime() + minutes * 60_000)
      expect(await opens(token)).toBe(200)
    }
    expect(await opens(idle)).toBe(401)

    app.clock.now = new Date(start.getTime() + 12 * 3_600_000)
    expect(await opens(token)).toBe(401)
    app.clock.now = start
  })

  it('removes password and second factor of a person who lost them, and ends the sessions', async () => {
    await run('add', '--name', 'Ida', '--email', 'ida@example.com', '--role', 'operator')
    const token = await run('token', '--email', 'ida@example.com')
    const { id } = await rowOf(app, 'staff_member', { email: 'ida@example.com' })
    const enrolled = { password_hash: 'x' }
    await app.deps.db.updateTable('staff_member').set(enrolled).where('id', '=', id).execute()
    await expect(run('link', '--email', 'ida@example.com')).rejects.toThrow('has enrolled already')

    expect(await run('reset-factor', '--email', 'ida@example.com')).toContain('/staff/enrolment#key=')
    expect(await opens(token)).toBe(401)
    expect((await rowOf(app, 'staff_member', { id })).password_hash).toBeNull()
  })

  it('creates another token and revokes all of them at once (SES-1)', async () => {
    await run('add', '--name', 'Max', '--email', 'max@example.com', '--role', 'administrator')
    const first = await run('token', '--email', 'max@example.com')
    const second = await run('token', '--email', 'max@example.com')

    expect(first).not.toBe(second)
    expect([await opens(first), await opens(second)]).toEqual([200, 200])
    expect(await run('disable', '--email', 'MAX@example.com')).toContain('is disabled')
    expect([await opens(first), await opens(second)]).toEqual([401, 401])
    expect(await run('list')).toMatch(/^max@example\.com {2}administrator {2}disabled \d{4}-.* {2}Max$/m)

    for (const command of ['token', 'disable', 'link', 'reset-factor'])
      await expect(run(command, '--email', 'max@example.com')).rejects.toThrow('is not an active member of staff')
  })

  it('sets phone and hours of an active person', async () => {
    const email = 'zoe@example.com'
    await run('add', '--name', 'Zoé', '--email', email, '--role', 'account-manager')
    const phone = ['contact', '--email', email, '--phone', '+33 1 23 45 67 89']
    expect(await run(...phone, '--hours-fr', 'Lun.–ven.', '--hours-en', 'Mon–Fri')).toBe(
      'zoe@example.com  +33 1 23 45 67 89  Lun.–ven.  Mon–Fri',
    )
    expect(await run('contact', '--email', email, '--phone', '')).toBe('zoe@example.com    Lun.–ven.  Mon–Fri')

    await run('disable', '--email', email)
    await expect(run(...phone)).rejects.toThrow('is not an active member of staff')
  })

  it('does not treat a customer with the same address as staff', async () => {
    const { email } = await aCustomer(app)
    await expect(run('token', '--email', email)).rejects.toThrow('is not an active member of staff')
  })

  it('prints its usage without a command and with --help', async () => {
    expect(await run()).toBe(await run('list', '--help'))
    expect(await run('help')).toContain('disable --email ADDRESS')
  })
})

describe('an invalid command', () => {
  it.each<[string[], RegExp]>([
    [['hire'], /^"hire" is not a command/],
    [['list', 'all'], /^"all" is unexpected/],
    [['list', '--loud'], /^Unknown option '--loud'/],
    [['add', '--email', 'a@example.com', '--role', 'operator'], /^Give the name of the person/],
    [['add', '--name', ' ', '--email', 'a@example.com', '--role', 'operator'], /^Give the name of the person/],
    [
      ['add', '--name', 'x'.repeat(81), '--email', 'a@example.com', '--role', 'operator'],
      /^Give the name of the person/,
    ],
    [['add', '--name', 'A', '--email', 'nobody', '--role', 'operator'], /^Give the address/],
    [['add', '--name', 'A', '--email', 'a@example.com'], /^Give the role of the person/],
    [['add', '--name', 'A', '--email', 'a@example.com', '--role', 'king'], /^Give the role of the person/],
    [['token'], /^Give the address/],
    [['contact', '--email', 'a@example.com'], /^Give --phone/],
    [['contact', '--email', 'a@example.com', '--phone', '0123456789'], /^Give --phone/],
    [['contact', '--email', 'a@example.com', '--hours-fr', 'Lun.–ven.'], /^Give --phone/],
    [['disable', '--email', 'ghost@example.com'], /^ghost@example\.com is not an active member of staff/],
  ])('%j is refused in one line', async (words, text) => {
    const error: unknown = await run(...words).catch((failure: unknown) => failure)
    expect(await explainError(error)).toEqual([expect.stringMatching(text)])
  })

  it('refuses a second person with the same address', async () => {
    const words = ['add', '--name', 'Ann', '--email', 'ann@example.com', '--role', 'account-manager']
    await run(...words)
    await expect(run(...words)).rejects.toThrow('ann@example.com already exists')
  })
})
