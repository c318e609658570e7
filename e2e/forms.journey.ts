import { randomUUID } from 'node:crypto'
import type { ElementHandle, Locator, Page, Request } from '@playwright/test'
import {
  customerForms,
  type FormRecords,
  guardedForms,
  type ListedForm,
  staffForms,
  visitorForms,
} from './form-list.ts'
import { makeCustomerRecords, makeGuardedRecords, makeWorkRecords } from './form-records.ts'
import { expect } from './journey.ts'
import { enter, signUp } from './ordering/customer.ts'
import { desktop } from './ordering/screens.ts'
import { plugInSecurityKey } from './security-key.ts'
import { printedLink, test } from './staff.ts'

const fieldSelector = 'input:visible, textarea:visible, select:visible'

/** Reports every form that does not answer, not only the first. */
const expectAll = expect.configure({ soft: true })

/** A plausible value by the kind of field; the checks may still refuse it, but they must answer. */
const samples: Readonly<Record<string, string>> = {
  email: 'essai@example.com',
  tel: '612345678',
  number: '100',
  decimal: '2',
  spinbutton: '2',
  password: 'Pied-a-coulisse',
}

/** Fields to type into. */
async function isText(field: Locator): Promise<boolean> {
  const kind = (await field.getAttribute('type')) ?? 'text'
  return (await field.isEditable()) && !['checkbox', 'radio', 'file', 'range', 'hidden'].includes(kind)
}

const isSelect = (field: Locator) => field.evaluate((element) => element.tagName === 'SELECT')

async function clear(form: Locator): Promise<void> {
  for (const field of await form.locator(fieldSelector).all()) {
    if ((await field.count()) === 0 || (await isSelect(field)) || !(await isText(field))) continue
    await field.fill('')
    // Closes the list of what can be chosen.
    await field.blur()
  }
}

/** Text fields for numbers are recognised by the keyboard that they ask for. */
async function kindOf(field: Locator): Promise<string> {
  const role = await field.getAttribute('role')
  if (role !== null) return role
  if ((await field.getAttribute('inputmode')) === 'decimal') return 'decimal'
  return (await field.getAttribute('type')) ?? 'text'
}

async function clearAndRefill(field: Locator): Promise<void> {
  // The answer in another field may have removed this one.
  if ((await field.count()) === 0 || !(await isText(field))) return

  if (await isSelect(field)) {
    if ((await field.locator('option').count()) > 1) await field.selectOption({ index: 1 })
    return
  }

  const kind = await kindOf(field)
  const before = await field.inputValue()
  await field.fill('')
  await field.fill(before === '' ? (samples[kind] ?? 'Essai') : before)

  // A list that is searched by typing: choose what is chosen already.
  if ((await field.getAttribute('aria-haspopup')) === 'listbox') {
    await field.press('ArrowDown')
    await field.press('Enter')
  }
}

/** What was there before may keep the button disabled until something is changed. */
async function refill(form: Locator, button: Locator): Promise<void> {
  for (const field of await form.locator(fieldSelector).all()) await clearAndRefill(field)
  const number = form.getByRole('spinbutton').first()
  if ((await button.isDisabled()) && (await number.count()) > 0) await number.fill('3')
}

/** A limit for forms that never answer; a busy machine may take long. */
const answerTime = { timeout: 60_000 }

/** Errors on fields and messages, without those that were there before, and those of the browser itself. */
const explanations =
  '[aria-invalid="true"]:focus-within, fieldset[aria-describedby$="-error"]:focus-within, [role="alert"]:not([data-earlier]), [id$="-error"]:not([data-earlier]), :user-invalid:focus'

/** Not a request that the page sends by itself, such as the one that follows changes. */
const isSubmission = (request: Request) => request.method() !== 'GET' && !request.url().endsWith('/global/live')

/**
 * A submitted form answers: with a request, a new message, the focus on a field with an error, or by
 * making place for what comes next. Returns whether it is still open for more.
 */
async function expectAnswer(page: Page, form: ElementHandle<Element>, button: Locator): Promise<boolean> {
  await page.evaluate(() => {
    for (const message of document.querySelectorAll('[role="alert"], [id$="-error"]'))
      message.setAttribute('data-earlier', '')
  })

  const sent = page.waitForRequest(isSubmission, answerTime).then(async (request) => {
    await request.response()
    return false
  })
  await button.click()
  const explained = page
    .locator(explanations)
    .first()
    .waitFor(answerTime)
    .then(() => true)
  const gone = form.waitForElementState('hidden', answerTime).then(() => false)
  const answer = await Promise.any([sent, explained, gone]).catch(() => 'none')
  const name = await form.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent)

  expectAll(answer, `answer of ${name} at ${page.url()}`).not.toBe('none')

  return answer === true
}

function formsOf(page: Page, { isDialog = false, isQuestion = false, name }: ListedForm): Locator {
  if (isQuestion) return page.getByRole('dialog')

  const holder = isDialog ? page.getByRole('dialog') : page.getByRole('main')
  return name === undefined ? holder.locator('form') : holder.getByRole('form', { name })
}

async function openForms(page: Page, listed: ListedForm, records: FormRecords): Promise<number> {
  const { path, open, files } = listed
  const address = path.replaceAll(/\$(\w+)/g, (_, name: string) => records[name] ?? '')
  await page.goto(`/manufacture${address}`)
  await open?.(page, records)

  const forms = formsOf(page, listed)
  await expect.poll(() => forms.count(), `forms of ${files.join()}`).toBeGreaterThanOrEqual(files.length)
  return forms.count()
}

/** The last form first: what an earlier one finds may remove a later one. */
async function tryForms(page: Page, listed: ListedForm, records: FormRecords): Promise<void> {
  let isOpen = true
  let sentCount = 0
  const count = await openForms(page, listed, records)

  for (let index = count - 1; index >= 0; index--) {
    for (const isFilled of [false, true]) {
      if (!isFilled && listed.isFinal) continue
      if (!isOpen) await openForms(page, listed, records)

      const form = formsOf(page, listed).nth(index)
      const buttons = form.locator(listed.isQuestion ? 'button' : 'button[type="submit"]:visible')
      const button = buttons.last()
      if ((await button.count()) === 0) continue

      if (isFilled) await refill(form, button)
      else await clear(form)

      // An empty form may keep its button disabled; a filled one may not.
      if (isFilled) await expect(button).toBeEnabled()
      else if (await button.isDisabled()) continue

      const handle = await form.elementHandle()
      if (!handle) throw new Error('the form is gone')
      isOpen = await expectAnswer(page, handle, button)
      if (isFilled) sentCount++
    }
  }

  expectAll(sentCount, `sent forms of ${listed.files.join()}`).toBeGreaterThanOrEqual(listed.files.length)
}

async function tryList(page: Page, list: readonly ListedForm[], records: FormRecords): Promise<void> {
  for (const listed of list)
    await test.step(`${listed.files.join()} at ${listed.path}`, () => tryForms(page, listed, records))
}

// The list is complete: scripts/form-list.test.ts compares it with the files of the web app.
test.describe('Each form answers after its fields were cleared and filled again (E1)', () => {
  test.beforeEach(() => test.slow())

  test('forms of visitors answer', async ({ page }) => {
    const link = await printedLink('Ada', `ada-${randomUUID()}@example.com`)
    const guarded = await makeGuardedRecords(await signUp(desktop))
    await tryList(page, visitorForms, { ...guarded, enrolment: link.replace('/manufacture', '') })
  })

  test('forms of a customer answer', async ({ page, staff }) => {
    const customer = await signUp(desktop, 'enterprise')
    const records = await makeCustomerRecords(staff, customer)
    await enter(page, customer, desktop)
    await plugInSecurityKey(page)
    await tryList(page, customerForms, records)
  })

  test('forms of a customer with a second factor answer', async ({ page }) => {
    const customer = await signUp(desktop)
    await makeGuardedRecords(customer)
    await enter(page, customer, desktop)
    await tryList(page, guardedForms, {})
  })

  test('forms of staff answer', async ({ page, staff }) => {
    const records = await makeWorkRecords(staff)
    await page.addInitScript(() => {
      if (location.pathname.startsWith('/manufacture')) localStorage.setItem('language', 'fr')
    })
    await staff.signIn(page)
    await plugInSecurityKey(page)
    await tryList(page, staffForms, records)
  })
})
