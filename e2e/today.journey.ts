import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, expectNoSidewaysScroll } from './journey.ts'
import { Staff, test } from './staff.ts'
import { todayWords } from './words.ts'

/** Much shorter than the interval of polling. */
const atOnce = { timeout: 12_000 }

test('two people see a task arrive, one claims it and the other takes it over (fr, desktop)', async ({
  page,
  browser,
  staff,
  request,
}) => {
  const say = todayWords.fr
  const colleague = await Staff.hire(request)
  const other = await browser.newPage()
  const reference = `Facture ${randomUUID().slice(0, 8)}`

  for (const { person, tab } of [
    { person: staff, tab: page },
    { person: colleague, tab: other },
  ]) {
    const streaming = tab.waitForResponse('**/gateway/global/staff/today/live')
    await person.open(tab, 'today')
    await expect(tab.getByRole('heading', { level: 1, name: say.title })).toBeVisible()
    expect((await streaming).status()).toBe(200)
  }

  const body = { bankTransactionId: randomUUID(), reference, amountMinor: 12_500, currency: 'EUR' }
  await staff.call('POST', 'bank/receipt', body)
  const rowIn = (tab: typeof page) => tab.getByRole('row').filter({ hasText: reference })
  await expect(rowIn(page)).toContainText(say.kind('receipt-held'), atOnce)
  await expect(rowIn(other)).toContainText(say.nobody, atOnce)
  await expectAccessible(page)

  await rowIn(page)
    .getByRole('button', { name: say.hold(reference) })
    .click()
  await expect(rowIn(page)).toContainText(say.me)
  await expect(rowIn(other).getByRole('button', { name: say.takeOverOf(reference) })).toBeVisible(atOnce)

  await rowIn(other)
    .getByRole('button', { name: say.takeOverOf(reference) })
    .click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel(say.reason).fill('Congé')
  await dialog.getByRole('button', { name: say.takeOver }).click()
  await expect(rowIn(other)).toContainText(say.me)
  await expect(rowIn(page).getByRole('button', { name: say.takeOverOf(reference) })).toBeVisible(atOnce)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rowIn(page)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await other.close()
})
