import { randomUUID } from 'node:crypto'
import type { ClaimReason } from '@cotation/domain'
import { openClaim } from '#features/after-sale/claim.service.ts'
import { addPhoto } from '#features/after-sale/photo.service.ts'
import { placeReprintByStaff } from '#features/after-sale/reprint.service.ts'
import { acceptClaim, rejectClaim } from '#features/after-sale/staff-claim.service.ts'
import { getThumbnail } from '#features/quote/view/line-part.service.ts'
import { order, type PlacedOrder, type Quote, quote, type WantedPart } from './customer-acts.ts'
import { send, startProduction } from './order-stories.ts'
import type { CustomerName, Shop } from './shop.ts'
import { listLines, move } from './staff-acts.ts'
import type { Story } from './timeline.ts'
import { work } from './work.ts'

interface Delivery {
  placed: PlacedOrder
  quoted: Quote
}

interface Purchase {
  customer: CustomerName
  name: string
  part: WantedPart
  trackingNumber: string
  orderedDaysBack: number
}

/** An order that was ordered and delivered so many days back. */
async function* deliver(shop: Shop, purchase: Purchase) {
  const { customer, name, part, trackingNumber, orderedDaysBack: days } = purchase
  const { calendar } = shop
  yield calendar.daysBack(days, '11:50')
  const quoted = await quote(shop, customer, { name, service: '3d-printing' }, [part])
  const placed = await order(shop, quoted, { payment: 'card' })

  yield* startProduction(shop, placed, days - 1)
  yield* work(shop, placed, calendar.daysBack(days - 1, '13:05'))
  yield* send(shop, placed, days - 4, trackingNumber)
  yield calendar.daysBack(days - 6, '11:10')
  await move(shop, placed, 'delivered')
  return { placed, quoted } satisfies Delivery
}

interface Claimed {
  reason: ClaimReason
  quantity: number
  text: string
}

/** With the picture of the part as photo. */
async function claim(shop: Shop, { placed, quoted }: Delivery, { quantity, ...said }: Claimed): Promise<string> {
  const { deps } = shop.past
  const [line] = await listLines(shop, placed)
  const thumbnailId = quoted.lines[0]?.thumbnailId
  const photo = thumbnailId ? await getThumbnail(deps, thumbnailId) : null
  const photoIds = photo ? [await addPhoto(deps, placed.customerId, photo)] : []

  const lines = [{ lineId: line?.id ?? '', quantity, place: null }]
  return openClaim(deps, placed.customerId, placed.id, { submissionKey: randomUUID(), lines, photoIds, ...said })
}

const openClaimStory: Story = async function* (shop) {
  const delivery = yield* deliver(shop, {
    customer: 'drones',
    name: 'Carénage',
    part: { part: 'cover', quantity: 6, materialId: 'sls-pa12-3201' },
    trackingNumber: 'JD014600100080',
    orderedDaysBack: 12,
  })
  yield shop.calendar.minutesBack(200)
  const text = 'Deux couvercles sont voilés d’environ 0,6 mm et ne ferment plus. Photo jointe.'
  await claim(shop, delivery, { reason: 'dimension', quantity: 2, text })
}

/** Made again at no cost; the new parts are being made. */
const acceptedClaim: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  const delivery = yield* deliver(shop, {
    customer: 'medical',
    name: 'Poignée ergonomique',
    part: { part: 'knob', quantity: 8, materialId: 'mjf-pa12' },
    trackingNumber: 'JD014600100097',
    orderedDaysBack: 16,
  })
  yield calendar.daysBack(5, '09:25')
  const text = 'Trois poignées ont une surface rugueuse et des traces de poudre.'
  const claimId = await claim(shop, delivery, { reason: 'surface', quantity: 3, text })

  yield calendar.daysBack(4, '14:15')
  const answer = 'Vous avez raison, ces pièces n’auraient pas dû partir. Nous les refaisons à nos frais.'
  await acceptClaim(past.deps, { claimId, staffId: staff['customer-success'], text: answer })
  const [line] = await listLines(shop, delivery.placed)
  const lines = [{ lineId: line?.id ?? '', quantity: 3 }]
  const { orderId, number } = await placeReprintByStaff(past.deps, claimId, lines, staff['customer-success'])

  const { customer, customerId } = delivery.placed
  const reprint = { id: orderId, number, customer, customerId }
  yield* startProduction(shop, reprint, 2)
  yield* work(shop, reprint, calendar.daysBack(1, '10:30'), { steps: 3 })
}

const rejectedClaim: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  const delivery = yield* deliver(shop, {
    customer: 'inventor',
    name: 'Glissière de tiroir',
    part: { part: 'rail', quantity: 2, materialId: 'mjf-pa12' },
    trackingNumber: 'JD014600100103',
    orderedDaysBack: 17,
  })
  yield calendar.daysBack(9, '19:40')
  const text = 'La couleur est plus grise que sur la photo du site.'
  const claimId = await claim(shop, delivery, { reason: 'other', quantity: 2, text })
  yield calendar.daysBack(8, '10:20')
  const answer =
    'Le gris est la couleur naturelle de cette matière, comme l’indiquait votre choix. La teinte noire existe.'
  await rejectClaim(past.deps, { claimId, staffId: staff['customer-success'], text: answer })
}

export const afterSaleStories: readonly Story[] = [openClaimStory, acceptedClaim, rejectedClaim]
