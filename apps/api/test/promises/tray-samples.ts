import { randomUUID } from 'node:crypto'
import type { StepView } from '@cotation/contracts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { anOrderToPrint, aPrintingTray, aTray, printingSteps, storeCubes } from '#test/orders/trays.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** An order whose parts are in two open trays, in two printing ones, and in none. */
async function someTrays(app: TestApp, browser: Browser) {
  const staff = await aStaffBrowser(app, 'operator')
  const parts = ['block', 'largerBlock', 'block', 'largerBlock', 'block'] as const
  const printed = await anOrderToPrint(app, staff, {
    customerId: await customerOf(app, browser),
    quantity: 2,
    parts: [...parts],
  })
  await storeCubes(app, printed.order.id)

  const [open, done, failing, waiting, starting] = await printingSteps(staff, printed)
  if (!open || !done || !failing || !waiting || !starting) throw new Error('five parts have five steps')
  const trayOf = (step: StepView) => aTray(staff, { ...printed, step })
  const printingTrayOf = (step: StepView) => aPrintingTray(staff, { ...printed, step })
  return {
    openCode: (await trayOf(open)).code,
    openStepId: open.id,
    startingCode: (await trayOf(starting)).code,
    startingContents: [{ stepId: starting.id, quantity: starting.quantity }],
    printingCode: (await printingTrayOf(done)).code,
    printingStepId: done.id,
    failingCode: (await printingTrayOf(failing)).code,
    waitingStepId: waiting.id,
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
  'POST /global/staff/tray/{code}/start': ({ startingCode, startingContents }) => ({
    params: { code: startingCode },
    body: { key: randomUUID(), contents: startingContents },
  }),
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
