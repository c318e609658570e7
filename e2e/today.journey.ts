import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, expectNoSidewaysScroll } from './journey.ts'
import { Staff, test } from './staff.ts'

/** Much shorter than the interval of polling. */
const atOnce = { timeout: 12_000 }

test('two people see a task arrive, one claims it and the other takes it over (fr, desktop)', async ({
  page,
  browser,
  staff,
  request,
}) => {
  const colleague = await Staff.hire(request)
  const other = await browser.newPage()
  const reference = `Facture ${randomUUID().slice(0, 8)}`

  for (const { person, tab } of [
    { person: staff, tab: page },
    { person: colleague, tab: other },
  ]) {
    const streaming = tab.waitForResponse('**/gateway/global/staff/today/live')
    await person.open(tab, 'today')
    await expect(tab.getByRole('heading', { level: 1, name: 'Aujourd’hui' })).toBeVisible()
    expect((await streaming).status()).toBe(200)
  }

  const body = { bankTransactionId: randomUUID(), reference, amountMinor: 12_500, currency: 'EUR' }
  await staff.call('POST', 'bank/receipt', body)
  const rowIn = (tab: typeof page) => tab.getByRole('row').filter({ hasText: reference })
  await expect(rowIn(page)).toContainText('Virement à affecter', atOnce)
  await expect(rowIn(other)).toContainText('Libre', atOnce)
  await expectAccessible(page)

  await rowIn(page)
    .getByRole('button', { name: /^Prendre/ })
    .click()
  await expect(rowIn(page)).toContainText('Vous')
  await expect(rowIn(other).getByRole('button', { name: /^Prendre le relais/ })).toBeVisible(atOnce)

  await rowIn(other)
    .getByRole('button', { name: /^Prendre le relais/ })
    .click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Motif').fill('Congé')
  await dialog.getByRole('button', { name: 'Prendre le relais' }).click()
  await expect(rowIn(other)).toContainText('Vous')
  await expect(rowIn(page).getByRole('button', { name: /^Prendre le relais/ })).toBeVisible(atOnce)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rowIn(page)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await other.close()
})
