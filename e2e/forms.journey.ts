import type { Locator, Page, Request } from '@playwright/test'
import { expect, test } from './journey.ts'
import { enter, signUp } from './ordering/customer.ts'
import { desktop } from './ordering/screens.ts'

const fieldSelector = 'input:visible, textarea:visible, select:visible'

/** A plausible value by the kind of field; the checks may still refuse it, but they must answer. */
const samples: Readonly<Record<string, string>> = {
  email: 'essai@example.com',
  tel: '612345678',
  number: '100',
  password: 'Pied-a-coulisse',
}

async function clearAndRefill(field: Locator): Promise<void> {
  // The answer in another field may have removed this one.
  if ((await field.count()) === 0) return

  const tag = await field.evaluate((element) => element.tagName)
  const kind = (await field.getAttribute('type')) ?? 'text'
  if (!(await field.isEditable()) || ['checkbox', 'radio', 'file', 'range', 'hidden'].includes(kind)) return

  if (tag === 'SELECT') {
    if ((await field.locator('option').count()) > 1) await field.selectOption({ index: 1 })
    return
  }

  const before = await field.inputValue()
  await field.fill('')
  await field.fill(before === '' ? (samples[kind] ?? 'Essai') : before)

  // A list that is searched by typing: choose what is chosen already.
  if ((await field.getAttribute('aria-haspopup')) === 'listbox') {
    await field.press('ArrowDown')
    await field.press('Enter')
  }
}

/** A limit for forms that never answer; a busy machine may take long. */
const answerTime = { timeout: 60_000 }

/** Errors on fields and messages, without those that were there before. */
const explanations = '[aria-invalid="true"]:focus, [role="alert"]:not([data-earlier])'

/** Not a request that the page sends by itself, such as the one that follows changes. */
const isSubmission = (request: Request) => request.method() !== 'GET' && !request.url().endsWith('/global/live')

/**
 * A submitted form answers: with a request, a new message, or the focus on a field with an error.
 */
async function expectAnswer(page: Page, form: Locator, button: Locator): Promise<void> {
  await page.evaluate(() => {
    for (const message of document.querySelectorAll('[role="alert"]')) message.setAttribute('data-earlier', '')
  })

  const sent = page.waitForRequest(isSubmission, answerTime)
  await button.click()
  const explained = page.locator(explanations).first().waitFor(answerTime)
  const isAnswered = await Promise.any([sent, explained]).then(
    () => true,
    () => false,
  )
  expect(isAnswered, `answer of ${await form.getAttribute('aria-label')} at ${page.url()}`).toBe(true)
}

async function tryEveryForm(page: Page): Promise<void> {
  const forms = page.locator('main form, [role="dialog"] form')
  await expect(forms.first()).toBeVisible()
  const count = await forms.count()

  for (let index = 0; index < count; index++) {
    const form = forms.nth(index)
    const button = form.locator('button[type="submit"]:visible').last()
    if ((await button.count()) === 0) continue

    // An empty form may keep its button disabled; a filled one may not.
    if (await button.isEnabled()) await expectAnswer(page, form, button)
    if (!(await form.isVisible())) continue

    for (const field of await form.locator(fieldSelector).all()) await clearAndRefill(field)
    await expect(button).toBeEnabled()
    await expectAnswer(page, form, button)
  }
}

/** Opens the form of a page that does not show it at once. */
type Opening = (page: Page) => Promise<void>

const alreadyOpen: Opening = async () => {}

const press =
  (name: string | RegExp): Opening =>
  (page) =>
    page.getByRole('main').getByRole('button', { name }).first().click()

const customerForms: readonly [path: string, open: Opening][] = [
  ['/user/account/profile', alreadyOpen],
  ['/user/account/password', alreadyOpen],
  ['/user/account/address', press(/ajouter/i)],
  ['/user/account/billingAddress', press(/ajouter/i)],
  ['/user/account/coupons', alreadyOpen],
  ['/user/account/referral', alreadyOpen],
  ['/contact', alreadyOpen],
]

const visitorForms: readonly [path: string, open: Opening][] = [
  ['/login', alreadyOpen],
  ['/signup', alreadyOpen],
  ['/signup', (page) => page.getByText('Entreprise', { exact: true }).first().click()],
  ['/reset-password', alreadyOpen],
  ['/reset-password', press(/code/i)],
]

test('forms of visitors and accounts answer after their fields were cleared and filled again (E1)', async ({
  page,
}) => {
  test.slow()
  for (const [path, open] of visitorForms) {
    await page.goto(`/manufacture${path}`)
    await open(page)
    await tryEveryForm(page)
  }

  const customer = await signUp(desktop, 'enterprise')
  await enter(page, customer, desktop)
  for (const [path, open] of customerForms) {
    await page.goto(`/manufacture${path}`)
    await open(page)
    await tryEveryForm(page)
  }
})
