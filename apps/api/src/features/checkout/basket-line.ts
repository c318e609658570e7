import type { CheckoutView } from '@cotation/contracts'
import { type Catalogue, findMaterial, type TechnologySlug } from '@cotation/domain'
import { type OrderLine, orderLineOf, technologyIdOf } from '@cotation/pricing'
import { acceptedRiskView, type CheckName } from '#features/order/accepted-risks.service.ts'
import type { NewOrderLine } from '#features/order/place-order.repository.ts'
import type { LineToOrder } from '#features/quote/view/lines-to-order.service.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
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

/**
 * An order line with an expert's price, all of which is goods. Weight, size and days come from the
 * expert, else from the automatic analysis. Older quotes may have neither: they count as the
 * smallest parcel.
 */
function expertLine(
  { price, part, configuration }: LineToOrder,
  expert: NonNullable<LineToOrder['expert']>,
  service: TechnologySlug,
  catalogue: Catalogue,
): OrderLine {
  const quantity = configuration?.quantity ?? 1
  const material = configuration ? findMaterial(catalogue, configuration.materialId) : undefined
  const technologyId =
    technologyIdOf({ configuration, price }, catalogue) ??
    catalogue.technologies.find(({ slug }) => slug === service)?.id
  if (technologyId === undefined) throw new Error(`The catalogue has no technology ${service}.`)

  const analysedWeightG = ((part?.volumeMm3 ?? 0) * (material?.densityGCm3 ?? 0)) / 1000

  return {
    technologyId,
    goodsMinor: quantity * expert.unitMinor,
    servicesMinor: 0,
    expressExtraMinor: 0,
    quantity,
    weightG: expert.weightG ?? price?.weightG ?? analysedWeightG,
    sizeMm: expert.sizeMm ?? part?.sizeMm ?? [0, 0, 0],
    fragile: catalogue.shipping.packing.fragileFamilies.includes(material?.family ?? ''),
    workingDays: expert.workingDays ?? price?.leadTime.workingDays ?? 0,
  }
}

/** The line with its price; undefined if it cannot be ordered now. */
export function basketLine(line: LineToOrder, service: TechnologySlug, catalogue: Catalogue): BasketLine | undefined {
  const { status, price, part, expert } = line
  if (status !== 'ready') return undefined

  if (expert) {
    const orderLine = expertLine(line, expert, service, catalogue)
    return { line, orderLine, unitMinor: expert.unitMinor, manual: true }
  }

  if (!price || !part) return undefined
  return { line, orderLine: orderLineOf(price, part, catalogue), unitMinor: price.unitPrice.minor, manual: false }
}

/** A line as the checkout shows it. */
export function basketLineView(
  { line, orderLine, unitMinor }: BasketLine,
  catalogue: Catalogue,
  words: Words,
  nameOf: CheckName,
): CheckoutView['lines'][number] {
  return {
    lineId: line.id,
    name: line.name,
    thumbnailId: line.thumbnailId,
    ...describeChoice(line.configuration, line.price?.process, { catalogue, words }),
    configuration: line.configuration,
    sizeMm: [...(line.part?.sizeMm ?? [])],
    quantity: orderLine.quantity,
    unitMinor,
    totalMinor: orderLine.goodsMinor + orderLine.servicesMinor,
    workingDays: orderLine.workingDays,
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
