import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { ownerOfBrowser } from '#test/quote/uploads.ts'
import { updateRows } from '#test/rows.ts'

/** A company with all permissions of a customer. */
export async function aCompany(app: TestApp): Promise<Browser> {
  const { id } = await aCustomer(app, { accountType: 'enterprise' })
  await updateRows(app, 'customer', { id }, { is_recharge: true, is_entrust_order_account: true })
  return aBrowserOf(app, id)
}

export async function customerOf(app: TestApp, browser: Browser): Promise<string> {
  const { customerId } = await ownerOfBrowser(app, browser)
  if (customerId === null) throw new Error('the browser is a visitor’s')
  return customerId
}
