import { randomUUID } from 'node:crypto'
import { rightsOf } from '@cotation/domain'
import { receiveOrder, reviewOrder } from '#features/order/order.service.ts'
import {
  addNote,
  listStaffMessages,
  writeToCustomer,
  writeToShop,
} from '#features/order-message/order-message.service.ts'
import { cancelOrder } from '#features/payment/cancel-order.service.ts'
import { actOrPropose, cancelOrPropose } from '#features/proposal/proposal.service.ts'
import { order, type PlacedOrder, quote } from './customer-acts.ts'
import { recordInspection } from './inspect.ts'
import type { Shop } from './shop.ts'
import { bookTransfer, move, pack, reportParcel, totalOf } from './staff-acts.ts'
import type { Story } from './timeline.ts'
import { listRuns, type Moments, work } from './work.ts'

/** Reviewed in the morning and in production before noon. */
export async function* startProduction(shop: Shop, placed: PlacedOrder, days: number): Moments {
  yield shop.calendar.daysBack(days, '09:20')
  await move(shop, placed, 'in_review')
  yield shop.calendar.daysBack(days, '11:05')
  await move(shop, placed, 'in_production')
}

/** Checked and sent on one day. */
export async function* send(shop: Shop, placed: PlacedOrder, days: number, trackingNumber: string): Moments {
  yield shop.calendar.daysBack(days, '09:10')
  await move(shop, placed, 'quality_check')
  yield shop.calendar.daysBack(days, '15:40')
  await pack(shop, placed, { trackingNumber })
  await move(shop, placed, 'shipped')
}

const satisfied = { stars: 5, workmanship: 5, product: 5, service: 5, logistics: 5 } as const

const completed: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(20, '10:12')
  const prints = await quote(shop, 'robotics', { name: 'Préhenseur V2', service: '3d-printing' }, [
    { part: 'bracket', quantity: 6, materialId: 'mjf-pa12' },
    { part: 'knob', quantity: 12, materialId: 'mjf-pa12' },
  ])
  const placed = await order(shop, prints, { payment: 'card', poNumber: 'DR-2207' })

  yield* startProduction(shop, placed, 19)
  yield* work(shop, placed, calendar.daysBack(19, '13:30'))
  yield* send(shop, placed, 16, 'JD014600100011')
  yield calendar.daysBack(14, '10:30')
  await move(shop, placed, 'delivered')

  yield calendar.daysBack(13, '14:00')
  await receiveOrder(shop.past.deps, placed.id, placed.customerId)
  yield calendar.daysBack(13, '14:04')
  const comment = 'Pièces propres et conformes, boutons agréables en main. Un jour de transport de plus que prévu.'
  await reviewOrder(shop.past.deps, placed.id, placed.customerId, { ...satisfied, logistics: 4, comment })
}

/** Paid by transfer, completed by the shop. */
const completedByTransfer: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(22, '15:20')
  const turned = await quote(shop, 'pumps', { name: 'Série de bagues', service: 'cnc' }, [
    { part: 'bush', quantity: 20, materialId: 'brass-c360' },
  ])
  const placed = await order(shop, turned, { payment: 'bank_transfer', poNumber: 'PK-88120' })
  yield calendar.daysBack(20, '16:10')
  await bookTransfer(shop, placed)

  yield* startProduction(shop, placed, 19)
  yield* work(shop, placed, calendar.daysBack(19, '14:30'))
  yield* send(shop, placed, 13, 'JD014600100028')
  yield calendar.daysBack(11, '11:15')
  await move(shop, placed, 'delivered')
  yield calendar.daysBack(4, '09:00')
  await move(shop, placed, 'completed')
}

/** On credit; the parts are there, the customer has judged them. */
const delivered: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(15, '11:30')
  const milled = await quote(shop, 'achats', { name: 'Banc d’essai', service: 'cnc' }, [
    { part: 'plate', quantity: 2, materialId: 'al-6061-t6' },
    { part: 'shim', quantity: 8, materialId: 'al-6061-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'credit', poNumber: 'AD-0341' })

  yield* startProduction(shop, placed, 14)
  yield* work(shop, placed, calendar.daysBack(14, '13:00'))
  yield* send(shop, placed, 6, 'JD014600100035')
  yield calendar.daysBack(3, '10:05')
  await move(shop, placed, 'delivered')
  yield calendar.daysBack(2, '16:45')
  const comment = 'Très bon état de surface. Merci pour l’appel au sujet des taraudages.'
  await reviewOrder(shop.past.deps, placed.id, placed.customerId, { ...satisfied, comment })
}

/** Half of the knobs first, because the customer waits for them. */
const splitShipment: Story = async function* (shop) {
  const { calendar, past, staff } = shop

  yield calendar.daysBack(9, '09:45')
  const prints = await quote(shop, 'lighting', { name: 'Lampe Vol de nuit', service: '3d-printing' }, [
    { part: 'cover', quantity: 10, materialId: 'sla-9600-white' },
    { part: 'knob', quantity: 30, materialId: 'mjf-pa12' },
  ])
  const comment = 'Les boutons sont urgents : nous les montrons dans un salon.'
  const placed = await order(shop, prints, { payment: 'card', poNumber: 'LSE-042', comment })

  yield calendar.daysBack(9, '10:02')
  const question = 'Pouvez-vous envoyer les premiers boutons avant les couvercles ? Nous avons un salon.'
  await writeToShop(past.deps, placed.customerId, placed.id, question)

  yield calendar.daysBack(9, '11:40')
  const answer = 'Bonjour, oui : 15 boutons partent dès qu’ils sont prêts, le reste suit avec les couvercles.'
  const asked = (await listStaffMessages(past.deps, placed.id)).at(-1)
  const writer = { staffId: staff['customer-success'], orderId: placed.id }
  await writeToCustomer(past.deps, { ...writer, text: answer, seenId: asked?.id ?? null })

  yield* startProduction(shop, placed, 8)
  yield* work(shop, placed, calendar.daysBack(8, '13:15'))

  yield calendar.daysBack(4, '16:00')
  const first = await pack(shop, placed, { trackingNumber: 'JD014600100042', weightG: 400, quantities: [0, 15] })

  yield calendar.daysBack(4, '17:20')
  await reportParcel(shop, first, { state: 'in_transit', place: 'Lyon' })
  yield* send(shop, placed, 2, 'JD014600100059')
  yield calendar.daysBack(1, '10:25')
  await reportParcel(shop, first, { state: 'delivered', place: 'Bordeaux' })
}

const shipped: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.daysBack(7, '14:10')
  const turned = await quote(shop, 'drones', { name: 'Bras articulé', service: 'cnc' }, [
    { part: 'pin', quantity: 12, materialId: 'ss-303' },
  ])
  const placed = await order(shop, turned, { payment: 'card' })

  yield* startProduction(shop, placed, 6)
  yield* work(shop, placed, calendar.daysBack(6, '13:40'))
  yield* send(shop, placed, 1, 'JD014600100066')
}

/** All pieces are made, and half of the values of their inspection are recorded. */
const inQualityCheck: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.daysBack(4, '10:40')
  const milled = await quote(shop, 'medical', { name: 'Bride de maintien', service: 'cnc' }, [
    { part: 'flange', quantity: 4, materialId: 'al-6061-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'card', poNumber: 'ORT-119' })

  yield* startProduction(shop, placed, 3)
  yield* work(shop, placed, calendar.daysBack(3, '13:10'), { steps: 4 })
  yield calendar.daysBack(1, '11:30')
  await move(shop, placed, 'quality_check')
  yield calendar.daysBack(1, '11:38')
  for (const { code } of await listRuns(shop, placed)) await recordInspection(shop, code, 0.5)
  yield calendar.daysBack(1, '11:42')
  const text = 'Contrôler l’alésage à 100 %, le client monte un roulement.'
  await addNote(past.deps, { staffId: staff.operator, orderId: placed.id, text })
}

const inReview: Story = async function* (shop) {
  const { calendar } = shop
  yield calendar.minutesBack(19 * 60)
  const prints = await quote(shop, 'bikes', { name: 'Passe-câbles', service: '3d-printing' }, [
    { part: 'bush', quantity: 25, materialId: 'sls-pa12-3201' },
    { part: 'rail', quantity: 6, materialId: 'sls-pa12-3201' },
  ])
  const placed = await order(shop, prints, { payment: 'card', poNumber: 'CV-5512' })
  yield calendar.minutesBack(50)
  await move(shop, placed, 'in_review')
}

const justPaid: Story = async function* (shop) {
  yield shop.calendar.minutesBack(85)
  const prints = await quote(shop, 'camille', { name: 'Réparation du store', service: '3d-printing' }, [
    { part: 'pulley', quantity: 2, materialId: 'mjf-pa12' },
  ])
  await order(shop, prints, { payment: 'card' })
}

const paidWithQuestion: Story = async function* (shop) {
  const { calendar, past } = shop
  yield calendar.minutesBack(16 * 60)
  const turned = await quote(shop, 'robotics', { name: 'Axe de renvoi', service: 'cnc' }, [
    { part: 'shaft', quantity: 3, materialId: 'steel-1045' },
  ])
  const placed = await order(shop, turned, { payment: 'card', poNumber: 'DR-2231' })
  yield calendar.minutesBack(70)
  const question = 'Bonjour, pouvez-vous graver le repère « R2 » sur chaque axe ? Sinon nous le ferons nous-mêmes.'
  await writeToShop(past.deps, placed.customerId, placed.id, question)
}

const awaitedTransfer: Story = async function* (shop) {
  yield shop.calendar.daysBack(2, '15:05')
  const milled = await quote(shop, 'pumps', { name: 'Corps de vanne', service: 'cnc' }, [
    { part: 'flange', quantity: 10, materialId: 'ss-304' },
  ])
  await order(shop, milled, { payment: 'bank_transfer', poNumber: 'PK-88141' })
}

/** The customer has left the page of the card. */
const unpaid: Story = async function* (shop) {
  yield shop.calendar.minutesBack(140)
  const prints = await quote(shop, 'inventor', { name: 'Support de guidon', service: '3d-printing' }, [
    { part: 'bracket', quantity: 1, materialId: 'sls-pa12-3201' },
  ])
  await order(shop, prints, { payment: 'card', leaves: true })
}

/** Before the transfer was made. */
const cancelledByCustomer: Story = async function* (shop) {
  const { calendar, past } = shop
  yield calendar.daysBack(8, '17:05')
  const prints = await quote(shop, 'inventor', { name: 'Boîtier de capteur', service: '3d-printing' }, [
    { part: 'cover', quantity: 1, materialId: 'mjf-pa12' },
  ])
  const placed = await order(shop, prints, { payment: 'bank_transfer' })
  yield calendar.daysBack(7, '08:20')
  const caller = { customerId: placed.customerId, language: 'fr' } as const
  await cancelOrder(past.deps, caller, placed.id, 'Je me suis trompé de fichier, je recommence avec le bon.')
}

/** Paid before, so that the money goes back. */
const cancelledByShop: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.daysBack(12, '13:35')
  const milled = await quote(shop, 'bikes', { name: 'Patte de dérailleur', service: 'cnc' }, [
    { part: 'plate', quantity: 1, materialId: 'al-7075-t6' },
  ])
  const placed = await order(shop, milled, { payment: 'card' })
  yield calendar.daysBack(12, '16:20')
  await move(shop, placed, 'in_review')
  yield calendar.daysBack(11, '09:50')
  const reason = 'Le client demande l’annulation par téléphone : la pièce change de forme.'
  const actor = { staffId: staff['account-manager'], staffRights: rightsOf('account-manager') }
  await cancelOrPropose(past.deps, actor, placed.id, reason)
}

/** Lost on the way: the customer did not want the parts made again. */
const refunded: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.daysBack(18, '10:55')
  const prints = await quote(shop, 'bikes', { name: 'Gabarits de perçage', service: '3d-printing' }, [
    { part: 'rail', quantity: 3, materialId: 'mjf-pa12' },
  ])
  const placed = await order(shop, prints, { payment: 'card' })

  yield* startProduction(shop, placed, 17)
  yield* work(shop, placed, calendar.daysBack(17, '13:00'))
  yield* send(shop, placed, 14, 'JD014600100073')
  yield calendar.daysBack(5, '10:00')
  const action = { kind: 'order-refund', orderId: placed.id, amountMinor: await totalOf(shop, placed) } as const
  const actor = { staffId: staff.accountant, staffRights: rightsOf('accountant') }
  const reason = 'Colis perdu par le transporteur, le client préfère être remboursé.'
  await actOrPropose(past.deps, actor, { ...action, key: randomUUID() }, reason)
}

/** Orders in the states that production and after-sale leave open. */
export const orderStories: readonly Story[] = [
  completed,
  completedByTransfer,
  delivered,
  splitShipment,
  shipped,
  inQualityCheck,
  inReview,
  justPaid,
  paidWithQuestion,
  awaitedTransfer,
  unpaid,
  cancelledByCustomer,
  cancelledByShop,
  refunded,
]
