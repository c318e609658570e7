import { expect } from './journey.ts'
import { heading } from './ordering/checkout-page.ts'
import { signUp } from './ordering/customer.ts'
import { desktop, expectGoodScreen } from './ordering/screens.ts'
import { test } from './staff.ts'
import { customerLookWords } from './words.ts'

const say = customerLookWords.fr

test('a member of staff looks at the customer’s side with a code, and changes nothing (fr, desktop)', async ({
  page,
  context,
  staff,
}) => {
  test.slow()
  const customer = await signUp(desktop, 'enterprise')
  const { data } = await customer.api.call('POST /global/account/view/code', {})
  await staff.open(page, `customers/${customer.id}`)

  await test.step('enters the code and a reason', async () => {
    await page.getByRole('button', { name: say.begin }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say.code, { exact: true }).fill(data.code)
    await dialog.getByLabel(say.reason, { exact: true }).fill('Facture introuvable')
    await expectGoodScreen(page)
    await dialog.getByRole('button', { name: say.confirm }).click()
    await expect(dialog).toHaveCount(0)
  })

  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: say.open }).click()
  const tab = await opened
  const banner = tab.getByRole('region', { name: say.banner })

  await test.step('sees the account under a banner, and cannot write', async () => {
    await expect(banner).toContainText('Léa Petit')
    await tab.goto('/manufacture/user/account/profile')
    await expect(heading(tab, say.profile)).toBeVisible()
    await expect(banner).toBeVisible()
    await tab.getByRole('button', { name: say.makeCode }).click()
    await expect(tab.getByText(say.viewOnly).first()).toBeVisible()
  })

  await test.step('the customer sees who looks', async () => {
    const { data: seen } = await customer.api.call('GET /global/account/view', {})
    expect(seen.views).toMatchObject([{ by: 'Léa Petit', reason: 'Facture introuvable', isOpen: true }])
  })

  await test.step('ends the look, and the account is gone', async () => {
    await banner.getByRole('button', { name: say.end }).click()
    await expect(tab.getByRole('alert').filter({ hasText: say.endedTitle })).toBeVisible()
    await expect(heading(tab, say.profile)).toHaveCount(0)
    const { data: seen } = await customer.api.call('GET /global/account/view', {})
    expect(seen.views).toMatchObject([{ isOpen: false }])
  })
})
