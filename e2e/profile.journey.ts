import { expect, repeated } from './journey.ts'
import { fillCheckout, order } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { profileWords } from './words.ts'

for (const screen of [desktop, phone]) {
  const { language, viewport } = screen
  const say = profileWords[language]

  test(
    `a carrier account of the profile pays the freight once it is confirmed (${language}, ${viewport.width} px)`,
    repeated(screen === phone),
    async ({ page, staff }) => {
      test.slow()
      const customer = await signUp(screen, 'enterprise')
      await anAddress(customer)
      const project = await aReadyProject(customer)
      await enter(page, customer, screen)

      await test.step('the profile takes an account that fits the carrier, and a language for mails', async () => {
        await page.goto('/manufacture/user/account/profile')
        await page.getByLabel(say.dhlAccount).fill('12345')
        await page.getByLabel(say.mailLanguage).selectOption(language === 'fr' ? 'en' : 'fr')
        await page.getByRole('button', { name: say.save }).click()
        await expect(page.getByText(say.nineDigits)).toBeVisible()
        await expectGoodScreen(page)

        await page.getByLabel(say.dhlAccount).fill('123 456 789')
        await page.getByRole('button', { name: say.save }).click()
        await expect(page.getByText(say.saved)).toBeVisible()
        await expect(page.getByLabel(say.dhlAccount)).toHaveValue('123456789')
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      })

      await test.step('the order uses the account, which waits for a confirmation', async () => {
        await fillCheckout(page, project, screen, 'bank')
        await page.getByRole('radio', { name: /^DHL/ }).check()
        await page.getByRole('checkbox', { name: say.collect }).check()
        await expect(page.getByText(say.firstUse)).toBeVisible()
        await order(page, screen)
        await expect(page).toHaveURL(/order=/)

        const { data } = await customer.api.call('GET /global/order', { query: {} })
        await page.goto(`/manufacture/user/order/detail/${data.orders[0]?.id}`)
        await expect(page.getByText(say.unconfirmed)).toBeVisible()
        await expectGoodScreen(page)
      })

      await test.step('staff confirm the account', async () => {
        const account = { carrier: 'dhl', number: '123456789' }
        await staff.call('POST', `customer/${customer.id}/expressAccount`, account)
        await page.reload()
        await expect(page.getByText(say.account('123456789'))).toBeVisible()
        await expect(page.getByText(say.unconfirmed)).toHaveCount(0)
      })
    },
  )
}
