import { aDrawing } from '@cotation/api/test/drawings.ts'
import { expect } from './journey.ts'
import { openMail } from './mailbox.ts'
import { expectPaid, fillCheckout, heading, order, payWith, totalOf } from './ordering/checkout-page.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { expertWords, orderWords, quoteWords, workWords } from './words.ts'

const question = 'Pouvez-vous la plier au lieu de l’imprimer ?'
const note = 'Pliée en DC01, ébavurée.'

test('a customer asks an expert, gets a price in the project and orders it (fr, desktop)', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const say = expertWords.fr
  const customer = await signUp(desktop)
  await anAddress(customer)
  const plan = { name: 'equerre.pdf', content: await aDrawing() }
  const project = await aReadyProject(customer, { drawings: [plan] })
  await enter(page, customer, desktop)
  const part = page.getByRole('article')

  await test.step('the customer asks about a part', async () => {
    await page.goto(`/manufacture/quote/${project.id}`)
    await page.getByRole('button', { name: quoteWords.fr.open('equerre.stl'), exact: true }).click()
    await part.getByText(say.ask, { exact: true }).click()
    await part.getByLabel(say.question).fill(question)
    await part.getByLabel(say.email).fill(customer.email)
    await part.getByRole('button', { name: say.send }).click()
    await expect(part.getByText(say.asked)).toBeVisible()
  })

  const adviser = await openStaffWindow(browser, await Staff.hire(request, 'customer-success'))
  const desk = adviser.page

  await test.step('customer success finds the question among the tasks', async () => {
    await desk.goto('/manufacture/staff/today')
    await desk.getByRole('combobox', { name: say.taskKinds }).selectOption('expert-question')
    await expect(desk.getByRole('row').filter({ hasText: 'equerre.stl' }).first()).toBeVisible()

    await desk.goto(`/manufacture/staff/experts?search=${encodeURIComponent(customer.email)}`)
    await desk.getByRole('link', { name: 'equerre.stl' }).click()
    await expect(heading(desk, /equerre\.stl/)).toBeVisible()
    await expect(desk.getByText(question)).toBeVisible()
    await expectGoodScreen(desk)

    await desk.getByRole('button', { name: plan.name, exact: true }).click()
    await expect(desk.getByRole('img', { name: workWords.fr.sheet(plan.name, 1, 1) })).toBeVisible()
    await expect(desk.getByText(workWords.fr.drawingPage)).toHaveCount(0)
    await expectGoodScreen(desk)
    await desk.keyboard.press('Escape')
  })

  await test.step('a price without its days is not sent, and a draft survives a reload', async () => {
    await desk.getByLabel(say.unit).fill('1,25')
    await desk.getByRole('button', { name: say.sendPrice }).click()
    await expect(desk.getByText(say.daysMissing)).toBeVisible()
    await expect(desk.getByRole('dialog')).toHaveCount(0)

    await desk.getByLabel(say.days, { exact: true }).fill('6')
    await desk.getByLabel(say.validDays).fill('45')
    await desk.getByLabel(say.note).fill(note)
    await desk.getByRole('button', { name: say.saveDraft }).click()
    await expect(desk.getByText(say.draftBy)).toBeVisible()
    await desk.reload()
    await expect(desk.getByLabel(say.note)).toHaveValue(note)
  })

  await test.step('the price is sent after a look at what it means', async () => {
    await desk.getByRole('button', { name: say.sendPrice }).click()
    const dialog = desk.getByRole('dialog', { name: say.sendTitle })
    await expect(dialog.getByText(/75,00\s\$US pour 60\spièces/)).toBeVisible()
    await expectGoodScreen(desk)
    await dialog.getByRole('button', { name: say.sendPrice }).click()
    await expect(dialog).toHaveCount(0)
    await expect(desk.getByText(note)).toBeVisible()
    await expectGoodScreen(desk)
  })

  await test.step('the customer sees it without a reload, with the note', async () => {
    await expect(part.getByText(say.expertPrice)).toBeVisible()
    await expect(part.getByText(note).first()).toBeVisible()
    await expect(part.locator('data[value="7500"]').first()).toBeVisible()
    await expectGoodScreen(page)
  })

  await test.step('orders it at that price', async () => {
    await fillCheckout(page, project, desktop, 'card')
    const total = await totalOf(page, desktop)
    expect(total).toBeGreaterThan(7500)
    await order(page, desktop)
    await payWith(page, desktop, 'accepted')
    await expectPaid(page, desktop)

    const { data } = await customer.api.call('GET /global/order', { query: {} })
    const [placed] = data.orders
    await page.goto(`/manufacture/user/order/detail/${placed?.id}`)
    await expect(heading(page, orderWords.fr.detail(placed?.number ?? ''))).toBeVisible()
    await expect(page.getByText(/^75,00\s\$US$/).first()).toBeVisible()
  })

  await test.step('and has a mail about the answer', async () => {
    await openMail(page, customer.email, say.answeredMail('equerre.stl'))
    await expect(page.getByText(note)).toBeVisible()
  })

  await adviser.close()
})
