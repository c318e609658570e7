import { randomUUID } from 'node:crypto'
import type { Api, RunView, StepView, TrayView } from '@cotation/contracts'
import type { OrderRow } from '#db/order-rows.ts'
import { meshKey } from '#features/upload/records/storage-keys.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer } from '#test/builders.ts'
import { cubeMesh } from '#test/quote/cube-mesh.ts'
import type { PartName } from '#test/quote/quotes.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { anOrderInProduction, runsOf } from './production.ts'

export interface PrintOrder {
  order: OrderRow
  email: string
  customerId: string
  run: RunView
  /** Its printing step, which waits for a tray. */
  step: StepView
}

/** An order whose runs wait for printing; with its first run. */
export async function anOrderToPrint(
  app: TestApp,
  staff: Browser,
  { customerId, quantity = 10, parts }: { customerId?: string; quantity?: number; parts?: PartName[] } = {},
): Promise<PrintOrder> {
  const { id } = customerId === undefined ? await aCustomer(app) : { id: customerId }
  const order = await anOrderInProduction(app, id, { quantity, ...(parts && { parts }) })
  await prepareRuns(app, order.id)

  const [run] = await runsOf(staff, order.id)
  const step = run?.steps.find(({ operation }) => operation === 'printing')
  if (!run || !step) throw new Error('nothing to print')
  const { email } = await rowOf(app, 'customer', { id })
  return { order, email, customerId: id, run, step }
}

/** The steps before printing are done, as reports would leave them. */
async function prepareRuns(app: TestApp, orderId: string): Promise<void> {
  for (const { id, quantity } of await rowsOf(app, 'production_run', { order_id: orderId })) {
    const { id: stepId, position } = await rowOf(app, 'production_step', { run_id: id, operation: 'printing' })
    for (let before = 0; before < position; before++)
      await updateRows(app, 'production_step', { run_id: id, position: before }, { state: 'done', good: quantity })
    await updateRows(app, 'production_step', { id: stepId }, { state: 'ready' })
  }
}

/** The printing steps of all runs of an order. */
export async function printingSteps(staff: Browser, { order }: PrintOrder): Promise<StepView[]> {
  const runs = await runsOf(staff, order.id)
  return runs.flatMap(({ steps }) => steps.filter(({ operation }) => operation === 'printing'))
}

type Pieces = { stepId: string; quantity: number }[]

/** Opens a tray; with a key of its own unless one is given. */
export const openTray = (staff: Browser, contents: Pieces, key: string = randomUUID()) =>
  staff.call('POST /global/staff/tray', { body: { key, contents } })

/** A tray with all pieces of these orders. */
export async function aTray(staff: Browser, ...orders: PrintOrder[]): Promise<TrayView> {
  const contents = orders.map(({ step }) => ({ stepId: step.id, quantity: step.quantity }))
  const { status, data, error } = await openTray(staff, contents)
  if (status !== 200) throw new Error(error.code)
  return data
}

/** How a tray is started as it is now; `report` says what differs. */
export async function startTray(staff: Browser, { code }: TrayView, report: Partial<StartBody> = {}) {
  const { data } = await staff.call('GET /global/staff/tray/{code}', { params: { code } })
  const body = { key: randomUUID(), contents: data.contents.map(contentOf), ...report }
  return staff.call('POST /global/staff/tray/{code}/start', { params: { code }, body })
}

type StartBody = Api['POST /global/staff/tray/{code}/start']['input']['body']

const contentOf = ({ stepId, quantity }: TrayView['contents'][number]) => ({ stepId, quantity })

export async function aPrintingTray(staff: Browser, ...orders: PrintOrder[]): Promise<TrayView> {
  const tray = await aTray(staff, ...orders)
  return (await startTray(staff, tray)).data
}

/** Stores a cube as the model of every line of an order. */
export async function storeCubes(app: TestApp, orderId: string): Promise<void> {
  for (const { upload_id, ordered } of await rowsOf(app, 'order_line', { order_id: orderId })) {
    const { analysis_id } = await rowOf(app, 'upload', { id: upload_id })
    const key = meshKey(String(analysis_id), ordered.bodyIndex ?? 0)
    await app.deps.files.put(key, Buffer.from(cubeMesh()), { contentType: 'application/octet-stream' })
  }
}
