import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { passPromise } from '@cotation/api/test/pass-promise.ts'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { keptForReload } from './kept-for-reload.ts'
import { openMail } from './mailbox.ts'
import { signUp } from './ordering/customer.ts'
import { anOrderPaidByCard, type PaidOrder } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { type Staff, test } from './staff.ts'
import { trayWords } from './words.ts'

const say = trayWords.fr

interface Run {
  code: string
  cause: string
  quantity: number
  steps: { id: string; operation: string }[]
}

interface Hit {
  orderId: string
  plannedDay: string
}

/** Brings an order to the printing of its parts. */
async function prepare(staff: Staff, { id }: PaidOrder): Promise<void> {
  for (const to of ['in_review', 'in_production']) await staff.call('POST', `order/${id}/move`, { to, reason: '' })
  const { runs } = (await staff.call('GET', `order/${id}/production`)) as { runs: Run[] }
  for (const { steps, quantity } of runs)
    for (const step of steps) {
      if (step.operation === 'printing') break
      const body = { key: randomUUID(), report: 'done', good: quantity }
      await staff.call('POST', `production/step/${step.id}/report`, body)
    }
}

/** Leaves the parts of other journeys out of the tray. */
async function leaveOut(page: Page, own: readonly { number: string }[]): Promise<void> {
  for (const row of await page.getByRole('row').all()) {
    const text = await row.innerText()
    const quantity = row.getByLabel(say.quantity)
    const isOwn = own.some(({ number }) => text.includes(number))
    if (!isOwn && (await quantity.count()) > 0) await quantity.fill('0')
  }
}

const dayIn = (language: string, day: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

test.describe('Staff print the parts of two orders in one tray', () => {
  test.use({
    locale: 'fr-FR',
    viewport: desktop.viewport,
    provokedErrors: /ERR_INTERNET_DISCONNECTED/,
  })

  test('a tray is filled, downloaded and started without network; it fails, all is made again and both customers get a mail', async ({
    page,
    staff,
  }) => {
    test.slow()
    const french = await signUp(desktop)
    const english = await signUp(phone)
    const orders = [await anOrderPaidByCard(french), await anOrderPaidByCard(english)]
    for (const order of orders) await prepare(staff, order)
    await staff.signIn(page)

    await page.goto('/manufacture/staff/trays?lang=fr')
    await expect(page.getByRole('heading', { level: 1, name: say.trays })).toBeVisible()
    await expectGoodScreen(page)
    await page.getByRole('link', { name: say.newTray }).click()
    await expect(page.getByRole('progressbar', { name: say.fill })).toBeVisible()
    for (const { number } of orders) await expect(page.getByRole('link', { name: number })).toBeVisible()
    await leaveOut(page, orders)
    await expectGoodScreen(page)
    await page.setViewportSize(phone.viewport)
    await expectGoodScreen(page)
    await page.getByRole('button', { name: say.open }).click()

    const title = page.getByRole('heading', { level: 1, name: new RegExp(`^${say.tray('P\\d{6}')}$`) })
    await expect(title).toBeVisible()
    await expect(page).toHaveURL(/\/staff\/work\/tray\/P\d{6}$/)
    const code = (await title.innerText()).slice(say.tray('').length)
    await expectGoodScreen(page)
    await page.setViewportSize({ width: 768, height: 1024 })
    await expectGoodScreen(page)

    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: say.model }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`${code}.3mf`)
    const model = (await readFile(await file.path())).toString('latin1')
    expect(model.slice(0, 2)).toBe('PK')
    expect(model).toContain('name="equerre.stl"')
    expect(model.match(/<item /g)).toHaveLength(120)

    const dialog = page.getByRole('dialog', { name: say.failTitle(code) })
    const waiting = page.getByRole('status').filter({ hasText: say.waiting(1) })
    await test.step('its start waits for the network, and it cannot fail before', async () => {
      await page.route('**/gateway/**', (route) => route.abort('internetdisconnected'))
      await page.getByRole('button', { name: say.start }).click()
      const question = page.getByRole('dialog', { name: say.startQuestion(code) })
      await question.getByRole('button', { name: say.start }).click()
      await expect(page.getByText(say.printing)).toBeVisible()
      await expect(waiting).toBeVisible()
      await expectGoodScreen(page)

      await page.getByRole('button', { name: say.failed }).click()
      await expect(dialog.getByRole('alert', { name: say.failOffline })).toBeVisible()
      await expectGoodScreen(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('reloaded without network, it is still printing, and its start still waits', async () => {
      await expect.poll(async () => (await keptForReload(page)).missing).toEqual([])
      await expect.poll(async () => (await keptForReload(page)).answers).toEqual(expect.arrayContaining(['me', 'tray']))

      await page.context().setOffline(true)
      await page.reload()
      await expect(title).toBeVisible()
      await expect(page.getByText(say.printing)).toBeVisible()
      await expect(waiting).toBeVisible()
      await expectGoodScreen(page)
    })

    await test.step('the server has it once the network is back', async () => {
      await page.unroute('**/gateway/**')
      await page.context().setOffline(false)
      await expect(waiting).toHaveCount(0)
      expect(await staff.call('GET', `tray/${code}`)).toMatchObject({ state: 'printing' })
    })

    for (const { id } of orders) await passPromise(process.env.PRODUCT_DATA ?? '', id)
    const { hits } = (await staff.call('GET', `tray/${code}/failure`)) as { hits: Hit[] }
    await page.getByRole('button', { name: say.failed }).click()
    for (const { number } of orders) await expect(dialog.getByRole('link', { name: number })).toBeVisible()
    await expect(dialog.getByText(say.mailCount(2))).toBeVisible()
    await expectGoodScreen(page)
    await page.setViewportSize(phone.viewport)
    await expectGoodScreen(page)
    await dialog.getByRole('combobox', { name: say.reason }).selectOption('machine')
    await dialog.getByRole('button', { name: say.confirmFail }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(say.isFailed, { exact: true })).toBeVisible()
    await expectGoodScreen(page)

    for (const { id } of orders) {
      const { runs } = (await staff.call('GET', `order/${id}/production`)) as { runs: Run[] }
      expect(runs.map(({ cause }) => cause)).toEqual(['order', 'tray'])
      const remake = runs.find(({ cause }) => cause === 'tray')
      expect(remake?.quantity).toBe(60)
      await expect(page.getByRole('link', { name: remake?.code ?? '' })).toBeVisible()
    }

    const newDay = (orderId: string) => hits.find((hit) => hit.orderId === orderId)?.plannedDay ?? ''
    const [first, second] = orders
    if (!first || !second) throw new Error('no orders')
    const ofFirst = say.delayedMail(first.number, dayIn('fr', newDay(first.id)))
    await openMail(page, french.email, ofFirst)
    const ofSecond = trayWords.en.delayedMail(second.number, dayIn('en', newDay(second.id)))
    await openMail(page, english.email, ofSecond)
  })
})
