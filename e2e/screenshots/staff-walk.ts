import { Browser as Api } from '@cotation/api/test/browser.ts'
import type { Browser, Page } from '@playwright/test'
import { refuseStream } from '../no-stream.ts'
import type { RunningProduct } from '../start-product.ts'
import { picture } from './picture.ts'
import { desk, french, settled, tall } from './stage.ts'

/** A tablet of the workshop, upright. */
const tablet = { width: 768, height: 1180 }

type DemoRole = 'administrator' | 'operator'

/** Signs a member of the demo's staff in; the start of the product has printed the password. */
async function signIn({ url, said }: RunningProduct, role: DemoRole): Promise<Api> {
  const printed = new RegExp(`Demo staff: +(\\S+) +(\\S+) +\\(${role}\\)`).exec(said)
  const [, email = '', password = ''] = printed ?? []
  const api = new Api(url)
  const { data } = await api.call('POST /global/staff/login', { body: { email, password } })
  if (data.next !== 'signed-in') throw new Error(`the ${role} of the demo cannot sign in`)

  api.token = data.accessToken
  return api
}

async function openPage(
  browser: Browser,
  { url }: RunningProduct,
  api: Api,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport, ...french })
  await refuseStream(context)
  await context.route('**/gateway/global/staff/today/live*', (route) => route.fulfill({ status: 404, json: {} }))
  const stored = JSON.stringify({ value: api.token })
  await context.addInitScript((token) => localStorage.setItem('staff.token', token), stored)
  return context.newPage()
}

/** The address of a screen about something that is found by its name. */
async function find(api: Api, text: string, kind: 'order' | 'customer'): Promise<string> {
  const { data } = await api.call('GET /global/staff/find', { query: { text } })
  const found = data.found.find((item) => item.kind === kind)
  if (!found) throw new Error(`nothing is found by ${text}`)
  return found.id
}

/** The model of a part is drawn by a worker, after its file was read. */
async function modelShown(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor({ timeout: 120_000 })
  await settled(page)
  await page.waitForTimeout(3000)
}

/** The back office of the demo's shop. */
export async function walkStaff(browser: Browser, product: RunningProduct): Promise<void> {
  const api = await signIn(product, 'administrator')
  const page = await openPage(browser, product, api, desk)
  const shown = async (path: string, name: string, ready: (page: Page) => Promise<void> = settled) => {
    await page.goto(`/manufacture/staff/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 120_000 })
    await settled(page)
    await ready(page)
    await picture(page, name)
  }

  await shown('today', 'staff-today')
  await shown('orders', 'staff-orders')
  await shown('orders?layout=board', 'staff-board')
  await shown('production', 'staff-production')

  const { data } = await api.call('GET /global/staff/today', { query: {} })
  const question = data.tasks.find(({ kind }) => kind === 'expert-question')
  await page.setViewportSize(tall)
  await shown(`experts/${question?.targetId}`, 'staff-expert', modelShown)
  await shown(`orders/${await find(api, 'LSE-042', 'order')}`, 'staff-order')
  await shown(`customers/${await find(api, 'Delmas', 'customer')}`, 'staff-customer')
  await page.context().close()

  await takeOperator(browser, product)
}

/** A run on the operator's tablet, at a step that is under way. */
async function takeOperator(browser: Browser, product: RunningProduct): Promise<void> {
  const operator = await signIn(product, 'operator')
  const orderId = await find(operator, 'AER-771', 'order')
  const { data } = await operator.call('GET /global/staff/order/{orderId}/production', { params: { orderId } })
  const page = await openPage(browser, product, operator, tablet)

  await page.goto(`/manufacture/staff/work/${data.runs[0]?.code}`)
  await modelShown(page)
  await picture(page, 'staff-operator')
  await page.context().close()
}
