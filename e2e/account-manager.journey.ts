import { randomUUID } from 'node:crypto'
import { expect } from './journey.ts'
import { heading } from './ordering/checkout-page.ts'
import { enter, signUp } from './ordering/customer.ts'
import { desktop, expectGoodScreen, phone } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { staffCustomerWords, staffDeskWords, staffMoneyWords } from './words.ts'

const say = staffCustomerWords.fr
const list = staffDeskWords.fr
const money = staffMoneyWords.fr
const french = { locale: 'fr-FR', viewport: desktop.viewport }

test('an account manager takes a customer on, notes an agreement and proposes a credit limit (fr, desktop)', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const name = `Agathe ${randomUUID().slice(0, 8)}`
  const manager = await Staff.hire(request, 'account-manager', name)
  const customer = await signUp(desktop, 'enterprise')
  const desk = await openStaffWindow(browser, manager, french)
  const customerPage = `/manufacture/staff/customers/${customer.id}`

  await test.step('the manager finds the customer and takes it on', async () => {
    await desk.page.goto('/manufacture/staff/customers')
    await desk.page.getByRole('searchbox', { name: list.searchCustomers }).fill(customer.email)
    const rows = desk.page.getByRole('grid', { name: list.customers }).getByRole('link')
    await expect(rows).toHaveCount(1)
    await expect(rows).toHaveText(customer.email)
    await expectGoodScreen(desk.page)
    await rows.click()

    const section = desk.page.getByRole('region', { name: say.manager })
    await expect(section.getByText(say.noManager)).toBeVisible()
    await section.getByRole('button', { name: say.changeManager }).click()
    const dialog = desk.page.getByRole('dialog', { name: say.changeManager })
    await dialog.getByRole('combobox', { name: say.chooseManager }).selectOption(manager.email)
    await dialog.getByLabel(say.reason, { exact: true }).fill('Cliente depuis le salon')
    await expectGoodScreen(desk.page)
    await dialog.getByRole('button', { name: say.save }).click()
    await expect(section.getByText(name)).toBeVisible()
    await expectGoodScreen(desk.page)
  })

  await test.step('the list of the manager’s customers has it', async () => {
    await desk.page.goto('/manufacture/staff/customers')
    await desk.page.getByRole('button', { name: list.addFilter }).click()
    const dialog = desk.page.getByRole('dialog', { name: list.addFilter })
    await dialog.getByRole('combobox', { name: list.filterColumn }).selectOption('manager')
    await dialog.getByRole('textbox', { name: list.filterValue }).fill(name)
    await expectGoodScreen(desk.page)
    await dialog.getByRole('button', { name: list.applyFilter }).click()

    const rows = desk.page.getByRole('grid', { name: list.customers })
    await expect(rows.getByRole('link')).toHaveCount(1)
    await expect(rows.getByRole('link', { name: customer.email })).toBeVisible()
  })

  await test.step('a note stays for colleagues', async () => {
    await desk.page.goto(customerPage)
    const notes = desk.page.getByRole('region', { name: say.notes })
    await notes.getByLabel(say.newNote).fill('Livre toujours le jeudi, quai 3.')
    await notes.getByRole('button', { name: say.addNote }).click()
    await expect(notes.getByRole('listitem').getByText('Livre toujours le jeudi, quai 3.')).toBeVisible()
    await expect(notes.getByLabel(say.newNote)).toHaveValue('')
    await expectGoodScreen(desk.page)
  })

  await test.step('a credit limit above the manager’s own waits for another person', async () => {
    const limit = { limitMinor: 7000_00, reason: 'Trois ans sans retard' }
    const { proposal } = (await manager.call('POST', `customer/${customer.id}/credit`, limit)) as {
      proposal: { id: string }
    }
    const address = `/manufacture/staff/proposals/${proposal.id}`

    await desk.page.goto(address)
    await expect(desk.page.getByText(money.ownWhy)).toBeVisible()
    await expect(desk.page.getByRole('button', { name: new RegExp(`^${money.approve}`) })).toHaveCount(0)
    await expectGoodScreen(desk.page)

    const accountant = await openStaffWindow(browser, await Staff.hire(request, 'accountant'), french)
    await accountant.page.goto(address)
    await accountant.page.getByRole('button', { name: new RegExp(`^${money.approve}`) }).click()
    await expectGoodScreen(accountant.page)
    await accountant.page.getByRole('dialog').getByRole('button', { name: money.approve, exact: true }).click()
    await expect(accountant.page.getByText(money.approved)).toBeVisible()
    await accountant.close()

    await desk.page.goto(customerPage)
    const granted = desk.page.getByRole('region', { name: say.money }).getByText(/^7\s000,00\s\$US$/)
    await expect(granted).toBeVisible()
    await desk.page.setViewportSize(phone.viewport)
    await expectGoodScreen(desk.page)
  })

  await test.step('the customer sees whom to ask, and not the note', async () => {
    await enter(page, customer, desktop)
    await page.goto('/manufacture/user/home')
    const card = page.getByRole('region', { name: say.card })
    await expect(card.getByText(name)).toBeVisible()
    await expect(card.getByRole('link', { name: manager.email })).toBeVisible()
    await expect(heading(page, /./)).toBeVisible()
    await expect(page.getByText('quai 3')).toHaveCount(0)
    await expectGoodScreen(page)
  })

  await desk.close()
})
