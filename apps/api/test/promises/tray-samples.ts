import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { anOrderToPrint, aPrintingTray, aTray, storeCubes } from '#test/orders/trays.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** An open tray, two printing ones, and pieces that wait. */
async function someTrays(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const staff = await aStaffBrowser(app, 'operator')
  const toPrint = () => anOrderToPrint(app, staff, { customerId, quantity: 2 })

  const opened = await toPrint()
  await storeCubes(app, opened.order.id)
  const open = await aTray(staff, opened)
  const done = await toPrint()
  const failed = await toPrint()
  return {
    openCode: open.code,
    openStepId: opened.step.id,
    printingCode: (await aPrintingTray(staff, done)).code,
    printingStepId: done.step.id,
    failingCode: (await aPrintingTray(staff, failed)).code,
    waitingStepId: (await toPrint()).step.id,
  }
}

export const traySamples = routeSamples(someTrays, {
  'GET /global/staff/tray-candidate': () => ({}),
  'POST /global/staff/tray': ({ waitingStepId }) => ({
    body: { key: randomUUID(), contents: [{ stepId: waitingStepId, quantity: 1 }] },
  }),
  'GET /global/staff/tray/{code}': ({ openCode }) => ({ params: { code: openCode } }),
  'POST /global/staff/tray/{code}/content': ({ openCode, openStepId }) => ({
    params: { code: openCode },
    body: { contents: [{ stepId: openStepId, quantity: 1 }] },
  }),
  'POST /global/staff/tray/{code}/start': ({ openCode }) => ({ params: { code: openCode } }),
  'POST /global/staff/tray/{code}/done': ({ printingCode, printingStepId }) => ({
    params: { code: printingCode },
    body: { key: randomUUID(), lost: [{ stepId: printingStepId, quantity: 1 }], reason: 'surface' },
  }),
  'GET /global/staff/tray/{code}/failure': ({ failingCode }) => ({ params: { code: failingCode } }),
  'POST /global/staff/tray/{code}/fail': ({ failingCode }) => ({
    params: { code: failingCode },
    body: { key: randomUUID(), reason: 'machine' },
  }),
  'GET /global/staff/tray/{code}/model': ({ openCode }) => ({ params: { code: openCode } }),
  'GET /global/staff/list/trays': () => ({ query: { state: 'in:open', sort: '-fill' } }),
  'GET /global/staff/list/trays/export': () => ({ query: { state: 'in:open', columns: 'code,station' } }),
})
