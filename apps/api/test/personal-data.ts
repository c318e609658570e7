import { keyIn, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, goodPassword, type TestCustomer } from '#test/builders.ts'
import { until } from '#test/until.ts'

export const requestDeletion = (
  browser: Browser,
  { email, password }: Pick<TestCustomer, 'email' | 'password'>,
  givenUpMinor?: number,
) =>
  browser.call('POST /global/account/deletion', {
    body: { email, password, ...(givenUpMinor !== undefined && { givenUpMinor }) },
  })

export const confirm = (browser: Browser, key: string) =>
  browser.call('POST /global/account/deletion/confirm', { body: { key } })

/** The key of a mailed link, and the browser that asked for it. */
export async function aDeletionKey(
  app: TestApp,
  customer: TestCustomer,
  mails = 1,
  givenUpMinor?: number,
): Promise<{ browser: Browser; key: string }> {
  const browser = await aBrowserOf(app, customer.id)
  const { status, error } = await requestDeletion(browser, customer, givenUpMinor)
  if (status !== 200) throw new Error(`the request was refused: ${error.code}`)
  return { browser, key: keyIn(await app.mail(customer.email, 'account-deletion', mails)) }
}

/** An export that is ready, requested with the password of test customers. */
export async function anExport(browser: Browser): Promise<string> {
  const { status, error } = await browser.call('POST /global/account/export', { body: { password: goodPassword } })
  if (status !== 200) throw new Error(`the export was refused: ${error.code}`)

  const { latest } = await until(async () => {
    const { data } = await browser.call('GET /global/account/export', {})
    return data.latest?.state === 'ready' ? data : undefined
  }, 'the export')
  return latest?.id ?? ''
}

/** The bytes of an export, downloaded as a browser does. */
export async function downloadExport(app: TestApp, browser: Browser, exportId: string): Promise<Buffer> {
  const { data } = await browser.call('POST /global/account/export/{exportId}/ticket', { params: { exportId } })
  const response = await app.browser().fetch(data.path)
  return Buffer.from(await response.arrayBuffer())
}
