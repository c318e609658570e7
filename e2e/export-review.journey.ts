import { randomUUID } from 'node:crypto'
import { expect } from './journey.ts'
import { choosePayment, expectPaid, heading, order, payWith } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { exportWords, staffProjectWords, todayWords } from './words.ts'

const say = staffProjectWords.fr
const part = 'equerre.stl'
const french = { locale: 'fr-FR', viewport: desktop.viewport }

test('an account manager reviews a project for export, and the customer orders it (fr, desktop)', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const name = `Équerres ${randomUUID().slice(0, 8)}`
  const customer = await signUp(desktop)
  await anAddress(customer)
  const project = await aReadyProject(customer, { name, answersExport: false })
  await enter(page, customer, desktop)
  await page.goto(`/manufacture/checkout?project=${project.id}`)
  const card = page.getByRole('region', { name: exportWords.fr.title })

  await test.step('the customer does not know, and waits', async () => {
    await card.getByRole('radio', { name: exportWords.fr.unknown }).check()
    await card.getByRole('button', { name: exportWords.fr.save }).click()
    await expect(card.getByText(exportWords.fr.review)).toBeVisible()
  })

  const manager = await openStaffWindow(browser, await Staff.hire(request, 'account-manager'), french)
  const desk = manager.page

  await test.step('the project is among the tasks, and opens with what there is to judge', async () => {
    await desk.goto('/manufacture/staff/today')
    await desk.getByRole('combobox', { name: todayWords.fr.kinds }).selectOption('export-control')
    const task = desk.getByRole('row').filter({ hasText: name })
    await expect(task.getByText(todayWords.fr.kind('export-control'))).toBeVisible()
    await task.getByRole('button', { name, exact: true }).click()

    await expect(heading(desk, new RegExp(name))).toBeVisible()
    const review = desk.getByRole('region', { name: say.export })
    await expect(review.getByText(say.unknown)).toBeVisible()
    const parts = desk.getByRole('region', { name: say.parts })
    await expect(parts.getByText(say.inReview)).toBeVisible()
    await expectGoodScreen(desk)

    const downloading = desk.waitForEvent('download')
    await parts.getByRole('button', { name: part, exact: true }).click()
    expect((await downloading).suggestedFilename()).toBe(part)
    await parts.getByRole('button', { name: say.showModel(part) }).click()
    await expect(parts.getByRole('application')).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })
    await expectGoodScreen(desk)
    await desk.setViewportSize(phone.viewport)
    await expectGoodScreen(desk)
    await desk.setViewportSize(desktop.viewport)
  })

  await test.step('it is allowed with a reason only', async () => {
    const review = desk.getByRole('region', { name: say.export })
    await review.getByRole('button', { name: say.allow }).click()
    const dialog = desk.getByRole('dialog', { name: say.allowTitle(name) })
    await dialog.getByRole('button', { name: say.allow }).click()
    await expect(dialog.getByText(say.reasonMissing)).toBeVisible()
    await expectGoodScreen(desk)

    await dialog.getByLabel(say.reason, { exact: true }).fill('Équerre de meuble, hors des listes')
    await dialog.getByRole('button', { name: say.allow }).click()
    await expect(review.getByText(say.clear, { exact: true })).toBeVisible()
    await expect(review.getByText('Équerre de meuble, hors des listes')).toBeVisible()
    await expect(review.getByRole('button', { name: say.allow })).toHaveCount(0)
    await expectGoodScreen(desk)
  })

  await test.step('the task is gone', async () => {
    await desk.goto('/manufacture/staff/today')
    await expect(heading(desk, todayWords.fr.title)).toBeVisible()
    await expect(desk.getByText(todayWords.fr.loading)).toHaveCount(0)
    await expect(desk.getByRole('row').filter({ hasText: name })).toHaveCount(0)
    await manager.close()
  })

  await test.step('the customer orders', async () => {
    await page.goto(`/manufacture/checkout?project=${project.id}`)
    await expect(card.getByText(exportWords.fr.cleared)).toBeVisible()
    await choosePayment(page, desktop, 'card')
    await order(page, desktop)
    await payWith(page, desktop, 'accepted')
    await expectPaid(page, desktop)
  })
})
