import { consoleErrors, expect, repeated, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { expectPaid, expectSettled, heading, order, payWith } from './ordering/checkout-page.ts'
import { anAddress, enter, lookAgain, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { checkoutWords, forwardWords } from './words.ts'

for (const screen of [desktop, phone]) {
  const { language } = screen
  const title = `a purchaser pays from the forwarded quote (${language}, ${screen.viewport.width} px)`

  test(title, repeated(language === 'en'), async ({ page, browser }) => {
    test.slow()
    const say = forwardWords[language]
    const customer = await signUp(screen, 'enterprise')
    await anAddress(customer)
    const project = await aReadyProject(customer)
    const purchaser = `achats-${customer.id}@example.com`
    await enter(page, customer, screen)

    await test.step('the customer forwards the quote', async () => {
      await page.goto(`/manufacture/quote/${project.id}`)
      await page.getByRole('button', { name: say.forward }).click()
      const dialog = page.getByRole('dialog', { name: say.forward })
      await expect(dialog).toContainText(say.ready)
      await expectGoodScreen(page)

      await dialog.getByRole('link', { name: say.go }).click()
      await expect(heading(page, say.forward)).toBeVisible()
      await page.getByRole('textbox', { name: say.poNumber }).fill('PO-4711')
      await expect(page.getByRole('textbox', { name: say.requester })).toHaveValue('Zoé Martin')
      await page.getByRole('textbox', { name: say.recipients }).fill(purchaser)
      await page.getByRole('textbox', { name: say.message }).fill('Merci !')
      await page.getByRole('checkbox', { name: checkoutWords[language].agree }).check()
      await expectSettled(page, screen)
      await expectGoodScreen(page)

      await order(page, screen)
      await expect(page.getByRole('heading', { name: say.sent })).toBeVisible()
      await expect(page.getByText(purchaser)).toBeVisible()
      await expectGoodScreen(page)

      await page.getByRole('button', { name: say.resend, exact: true }).click()
      await expect(page.getByText(say.resent)).toBeVisible()
    })

    const { orders } = (await customer.api.call('GET /global/order', { query: {} })).data
    const number = orders[0]?.number ?? ''

    const elsewhere = await browser.newContext({ locale: 'fr-FR', viewport: screen.viewport })
    const errors = consoleErrors(elsewhere)
    const payer = await elsewhere.newPage()

    await test.step('the purchaser sees who asks, for what, and who sells', async () => {
      await openMail(payer, purchaser, say.mail(number, 'Zoé Martin'))
      for (const text of ['Atelier Martin', 'PO-4711', 'equerre', 'Merci !'])
        await expect(payer.getByText(text).first()).toBeVisible()
      await payer.getByRole('link', { name: /checkout\/agency-payment/ }).click()

      await expect(heading(payer, say.payHeading(number))).toBeVisible()
      expect(payer.url()).not.toContain('key')
      const main = payer.getByRole('main')
      for (const text of ['Zoé Martin', 'Atelier Martin', 'PO-4711', 'equerre', 'Cotation Demo'])
        await expect(main).toContainText(text)
      for (const secret of [customer.email, 'Lilas']) await expect(main).not.toContainText(secret)
      await expectGoodScreen(payer)

      for (const other of [desktop, phone]) {
        await lookAgain(payer, other)
        await expect(heading(payer, forwardWords[other.language].payHeading(number))).toBeVisible()
        await expectGoodScreen(payer)
      }
      await lookAgain(payer, screen)
    })

    await test.step('the purchaser pays without an account', async () => {
      await payer.getByRole('radio', { name: checkoutWords[language].card, exact: true }).check()
      await payer.getByRole('button', { name: checkoutWords[language].pay }).click()
      await payWith(payer, screen, 'accepted')
      await expect(heading(payer, checkoutWords[language].linkPaid)).toBeVisible({ timeout: 120_000 })
      await expect(payer.getByText(say.paidWithLink)).toBeVisible()
      await expectGoodScreen(payer)
      await elsewhere.close()
      expect(errors).toEqual([])

      await page.reload()
      await expectPaid(page, screen)
    })
  })
}
