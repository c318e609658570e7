import type { Locator } from '@playwright/test'
import { expectServersPrice, openPricedPart, openService } from './dropped-parts.ts'
import { expect, repeated, test } from './journey.ts'
import { expectPaid, fillCheckout, order, payWith } from './ordering/checkout-page.ts'
import { anAddress, type Customer, enter, signUp } from './ordering/customer.ts'
import { aReadyProject, type ReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { checkoutWords, inspectionWords, quoteWords } from './words.ts'

const part = 'equerre.stl'

/** A ready project of milled parts: certificates of a batch are for metals only. */
async function aMilledProject(customer: Customer): Promise<ReadyProject> {
  const { api } = customer
  const project = await aReadyProject(customer)
  const params = { projectId: project.id }
  const configuration = {
    materialId: 'al-6061-t6',
    colourId: 'alu',
    toleranceId: 'iso2768-m',
    quantity: 12,
    lead: 'standard' as const,
    services: [],
  }

  const [lineId = ''] = project.lineIds
  const body = { changes: [{ lineId, configuration }] }
  const changed = await api.call('PATCH /global/project/{projectId}/lines', { params, body })
  const [line] = changed.data.lines

  // A mesh is milled less precisely than a STEP file: the customer accepts it.
  const ruleIds = line?.findings.map(({ finding }) => finding.rule) ?? []
  const accepted = await api.call('POST /global/project/{projectId}/line/{lineId}/accept', {
    params: { ...params, lineId },
    body: { ruleIds },
  })
  expect(accepted.status, JSON.stringify(accepted.error)).toBe(200)

  return project
}

for (const screen of [desktop, phone]) {
  const { language } = screen

  test(
    `a customer orders a dimensional report and a certificate (${language})`,
    repeated(language === 'en'),
    async ({ page }) => {
      test.slow()
      const say = inspectionWords[language]
      const customer = await signUp(screen)
      await anAddress(customer)
      const project = await aMilledProject(customer)
      await enter(page, customer, screen)
      await page.goto(`/manufacture/quote/${project.id}`)

      await test.step('the part has the standard inspection, and a report asks for a drawing', async () => {
        const panel = await openPricedPart(page, part, language)
        const inspection = await openService(panel, say.inspection)
        await expect(inspection.getByRole('radio', { name: say.standard })).toBeChecked()

        await inspection.getByRole('radio', { name: say.report }).check()
        await expect(inspection.getByText(say.asksForDrawing)).toBeVisible()

        const certificate = await openService(panel, say.certificate)
        await certificate.getByRole('radio', { name: say.batch }).check()
        await expectGoodScreen(page)
      })

      await test.step('both are terms of the price, which add up', async () => {
        await expect(page.getByText(quoteWords[language].saved)).toBeVisible()
        await page.reload()
        await expectServersPrice(page, part, language)

        const breakdown = page.locator('details').filter({ has: page.getByText(say.breakdown, { exact: true }) })
        await breakdown.getByText(say.breakdown, { exact: true }).click()
        const minorOf = async (row: Locator) => Number(await row.locator('data').getAttribute('value'))
        const rowOf = (name: string) =>
          breakdown.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

        await expect(rowOf(say.inspection)).toContainText(say.fivePieces)
        expect(await minorOf(rowOf(say.certificate))).toBe(1500)

        const terms = await breakdown
          .locator('tbody data')
          .evaluateAll((found) => found.map((one) => Number(one.getAttribute('value'))))
        const sum = terms.reduce((total, minor) => total + minor, 0)
        expect(sum).toBe(await minorOf(breakdown.locator('tfoot')))
      })

      await test.step('checkout and the order name them, and the customs code of the part', async () => {
        await fillCheckout(page, project, screen, 'card')
        for (const text of [say.chosenReport, say.chosenBatch, say.customs])
          await expect(page.getByText(text).first()).toBeVisible()
        await expectGoodScreen(page)
        await order(page, screen)
        await payWith(page, screen, 'accepted')
        await expectPaid(page, screen)

        await page.getByRole('link', { name: checkoutWords[language].follow }).click()
        for (const text of [say.chosenReport, say.chosenBatch, say.customs])
          await expect(page.getByText(text).first()).toBeVisible()
        await expectGoodScreen(page)
      })
    },
  )
}
