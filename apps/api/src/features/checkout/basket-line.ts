import type { CheckoutView } from '@cotation/contracts'
import { type Catalogue, partsMinorOf, type TechnologySlug } from '@cotation/domain'
import { type OrderLine, quotedOrderLine } from '@cotation/pricing'
import { acceptedRiskView, type CheckName } from '#features/order/accepted-risks.service.ts'
import type { NewOrderLine } from '#features/order/place-order.repository.ts'
import type { LineToOrder } from '#features/quote/view/lines-to-order.service.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { describeCustoms } from '#src/papers/customs-facts.ts'
import type { Words } from '#src/papers/paper-words.ts'

/** A line that can be ordered, with its price. */
export interface BasketLine {
  line: LineToOrder
  orderLine: OrderLine
  /** One part with its services, as shown. */
  unitMinor: number
  /** An expert set the price. */
  manual: boolean
}

/** The line with its price; undefined if it cannot be ordered now. */
export function basketLine(line: LineToOrder, service: TechnologySlug, catalogue: Catalogue): BasketLine | undefined {
  if (line.status !== 'ready') return undefined

  const { price, expert } = line
  const orderLine = quotedOrderLine(line, service, catalogue)
  const unitMinor = expert?.unitMinor ?? price?.unitPrice.minor
  if (!orderLine || unitMinor === undefined) return undefined

  return { line, orderLine, unitMinor, manual: expert !== null }
}

/** A line as the checkout shows it. */
export function basketLineView(
  { line, orderLine, unitMinor }: BasketLine,
  catalogue: Catalogue,
  words: Words,
  nameOf: CheckName,
): Omit<CheckoutView['lines'][number], 'thumbnailId'> {
  return {
    lineId: line.id,
    name: line.name,
    ...describeChoice(line.configuration, line.price?.process, { catalogue, words }),
    configuration: line.configuration,
    sizeMm: [...(line.part?.sizeMm ?? [])],
    quantity: orderLine.quantity,
    unitMinor,
    totalMinor: partsMinorOf(orderLine),
    workingDays: orderLine.workingDays,
    customs: describeCustoms(orderLine, { catalogue, words }),
    comment: line.comment,
    attachments: line.attachments,
    acceptedRules: line.acceptedRisks.map(({ rule }) => rule),
    acceptedRisks: line.acceptedRisks.map((risk) => acceptedRiskView(risk, nameOf)),
  }
}

/** A copy of the line for the order, which later changes of the quote do not affect. */
export function orderedLine({ line, orderLine, unitMinor, manual }: BasketLine): NewOrderLine {
  const { configuration, part, sha256, bodyIndex, acceptedRisks, attachments } = line
  return {
    lineId: line.id,
    uploadId: line.uploadId,
    name: line.name,
    thumbnailId: line.thumbnailId,
    unitMinor,
    comment: line.comment,
    ordered: {
      configuration,
      part,
      orderLine,
      sha256,
      bodyIndex,
      acceptedRules: acceptedRisks.map(({ rule }) => rule),
      acceptedRisks,
      attachments,
      manual,
      price: manual ? null : line.price,
    },
  }
}
