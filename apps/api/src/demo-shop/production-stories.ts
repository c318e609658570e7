import { randomUUID } from 'node:crypto'
import { declineCost } from '#features/additional-cost/additional-cost.service.ts'
import { requestCost } from '#features/additional-cost/request-cost.service.ts'
import { beginPayment, checkPayment } from '#features/payment/pay-bill.service.ts'
import { openTray } from '#features/tray/tray-content.service.ts'
import { startTray } from '#features/tray/tray-report.service.ts'
import { getBillPageUrl, order, type PlacedOrder, quote } from './customer-acts.ts'
import { startProduction } from './order-stories.ts'
import type { Shop } from './shop.ts'
import { listLines } from './staff-acts.ts'
import type { Story } from './timeline.ts'
import { listPrintingSteps, work } from './work.ts'

const dayMs = 86_400_000

/** A few steps are done, the machine runs. */
const running: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(3, '11:20')
  const milled = await quote(shop, 'drones', { name: 'Support moteur', service: 'cnc' }, [
    { part: 'plate', quantity: 4, materialId: 'al-7075-t6' },
    { part: 'shim', quantity: 16, materialId: 'al-6061-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'card', poNumber: 'AER-771' })
  yield* startProduction(shop, placed, 2)
  yield* work(shop, placed, calendar.daysBack(1, '13:30'), { lines: 1, steps: 2, leave: 'running' })
}

/** Pieces of two orders that are printed together. */
const printing: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.daysBack(3, '12:10')
  const cables = await quote(shop, 'bikes', { name: 'Guides de câble', service: '3d-printing' }, [
    { part: 'bush', quantity: 30, materialId: 'mjf-pa12' },
  ])
  const grips = await quote(shop, 'robotics', { name: 'Doigts de pince', service: '3d-printing' }, [
    { part: 'bracket', quantity: 8, materialId: 'mjf-pa12' },
  ])
  const guides = await order(shop, cables, { payment: 'card', poNumber: 'CV-5508' })
  const fingers = await order(shop, grips, { payment: 'card', poNumber: 'DR-2234' })
  yield* startProduction(shop, guides, 2)
  yield* startProduction(shop, fingers, 2)
  yield* work(shop, guides, calendar.daysBack(1, '09:00'), { steps: 2 })
  yield* work(shop, fingers, calendar.daysBack(1, '10:15'), { steps: 2 })

  yield calendar.minutesBack(95)
  const contents = await listPrintingSteps(shop, [guides, fingers])
  const code = await openTray(past.deps, staff.operator, { key: randomUUID(), contents })
  yield calendar.minutesBack(80)
  await startTray(past.deps, staff.operator, code, { key: randomUUID(), agoSeconds: 0, contents })
}

/** Begun and paused: the operator needed the machine for something urgent. */
const paused: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(4, '09:30')
  const prints = await quote(shop, 'medical', { name: 'Attelle de démonstration', service: '3d-printing' }, [
    { part: 'bracket', quantity: 24, materialId: 'mjf-pa12' },
    { part: 'feet', quantity: 120, materialId: 'mjf-pa12' },
  ])
  const placed = await order(shop, prints, { payment: 'card', poNumber: 'ORT-124' })
  yield* startProduction(shop, placed, 3)
  yield* work(shop, placed, calendar.daysBack(1, '09:15'), { lines: 1, steps: 3, leave: 'paused' })
}

/** Nothing is begun: the work that waits for today. */
const waiting: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(2, '17:10')
  const prints = await quote(shop, 'achats', { name: 'Poignées, série 2', service: '3d-printing' }, [
    { part: 'knob', quantity: 60, materialId: 'sls-pa12-3201' },
    { part: 'cover', quantity: 5, materialId: 'sla-9600-white' },
  ])
  const placed = await order(shop, prints, { payment: 'credit', poNumber: 'AD-0350' })
  yield* startProduction(shop, placed, 1)
}

/** Two pieces were scrapped and are made again. */
const scrapped: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(4, '10:15')
  const turned = await quote(shop, 'robotics', { name: 'Renvoi d’angle', service: 'cnc' }, [
    { part: 'shaft', quantity: 6, materialId: 'steel-1045' },
  ])
  const placed = await order(shop, turned, { payment: 'card', poNumber: 'DR-2228' })
  yield* startProduction(shop, placed, 3)
  const scrap = { operation: 'turning', pieces: 2, reason: 'size' } as const
  yield* work(shop, placed, calendar.daysBack(2, '13:20'), { lines: 1, scrap })
}

/** Promised for yesterday or before; a part waits since the machine was down. */
const late: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(14, '10:05')
  const milled = await quote(shop, 'lighting', { name: 'Platine de fixation', service: 'cnc' }, [
    { part: 'plate', quantity: 2, materialId: 'al-6061-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'card' })
  yield* startProduction(shop, placed, 13)
  yield* work(shop, placed, calendar.daysBack(3, '09:00'), { steps: 2, leave: 'paused' })
}

async function costOf(shop: Shop, placed: PlacedOrder, explanation: string, amountMinor: number): Promise<string> {
  const { past, staff } = shop
  const [line] = await listLines(shop, placed)
  return requestCost(past.deps, staff['customer-success'], placed.id, {
    key: randomUUID(),
    reason: 'customer-change',
    check: null,
    explanation,
    place: null,
    items: [{ orderLineId: line?.id ?? null, amountMinor }],
    deadline: new Date(past.deps.clock().getTime() + 14 * dayMs).toISOString(),
    replacesId: null,
    picture: null,
  })
}

/** The customer pays what a change costs, and production goes on. */
const costPaid: Story = async function* (shop) {
  const { calendar, past } = shop
  yield calendar.daysBack(4, '09:15')
  const milled = await quote(shop, 'robotics', { name: 'Plaque d’interface', service: 'cnc' }, [
    { part: 'plate', quantity: 3, materialId: 'al-6061-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'card', poNumber: 'DR-2230' })
  yield calendar.daysBack(4, '14:30')
  const why = 'Vous avez demandé par téléphone un perçage supplémentaire de 6 mm dans chaque plaque.'
  const costId = await costOf(shop, placed, why, 2400)

  yield calendar.daysBack(3, '08:50')
  const caller = { customerId: placed.customerId, language: 'fr' } as const
  const bill = { kind: 'additional-cost', id: costId } as const
  const method = past.deps.cards ? 'card' : 'bank_transfer'
  await beginPayment(past.deps, caller, bill, { method, useBalance: false })
  const page = await getBillPageUrl(shop, costId)
  if (page) {
    await past.payOnPage(page)
    await checkPayment(past.deps, placed.customerId, bill)
  }

  yield* startProduction(shop, placed, 2)
  yield* work(shop, placed, calendar.daysBack(1, '09:00'), { steps: 3, leave: 'running' })
}

/** The customer does not want it; staff decide what happens to the order. */
const costDeclined: Story = async function* (shop) {
  const { calendar, past } = shop
  yield calendar.daysBack(3, '08:35')
  const milled = await quote(shop, 'bikes', { name: 'Entretoises', service: 'cnc' }, [
    { part: 'bush', quantity: 8, materialId: 'al-6061-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'card' })
  yield* startProduction(shop, placed, 2)
  yield calendar.daysBack(2, '16:00')
  const why = 'Le plan joint demande une tolérance H6 sur l’alésage, la commande une tolérance moyenne.'
  const costId = await costOf(shop, placed, why, 3600)
  yield calendar.minutesBack(7 * 60)
  const reason = 'La tolérance moyenne suffit, le plan est une ancienne version.'
  await declineCost(past.deps, placed.customerId, costId, reason)
}

/** Waits for the customer. */
const costRequested: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(2, '09:40')
  const prints = await quote(shop, 'lighting', { name: 'Abat-jour, essai', service: '3d-printing' }, [
    { part: 'cover', quantity: 4, materialId: 'sla-9600-white' },
  ])
  const placed = await order(shop, prints, { payment: 'card' })
  yield* startProduction(shop, placed, 1)
  yield calendar.daysBack(1, '14:45')
  await costOf(shop, placed, 'Vous souhaitez désormais une finition satinée sur les quatre pièces.', 4800)
}

/** Orders that are being made. */
export const productionStories: readonly Story[] = [
  running,
  printing,
  paused,
  waiting,
  scrapped,
  late,
  costPaid,
  costDeclined,
  costRequested,
]
