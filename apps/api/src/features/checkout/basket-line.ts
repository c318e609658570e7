import type { CheckoutView } from '@cotation/contracts'
import { type Catalogue, findColour, findMaterial, type Language, type TechnologySlug } from '@cotation/domain'
import { type OrderLine, orderLineOf } from '@cotation/pricing'
import type { NewOrderLine } from '#features/order/lifecycle/place-order.service.ts'
import type { LineToOrder } from '#features/quote/view/lines-to-order.service.ts'

/** A line that can be ordered, with what it costs. */
export interface BasketLine {
  line: LineToOrder
  orderLine: OrderLine
  /** One part with its services, as it is shown. */
  unitMinor: number
  /** The price is an expert's. */
  manual: boolean
}

/**
 * What an expert's price makes of a line: all of it is goods. What is shipped is as the expert says, else as the automatic reading does;
 * a part that neither knows, from before experts were asked for it, counts as the smallest parcel.
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
    (price && catalogue.processes[price.process].technologyId) ??
    material?.technologyId ??
    catalogue.technologies.find(({ slug }) => slug === service)?.id
  if (technologyId === undefined) throw new Error(`The catalogue has no technology ${service}.`)

  return {
    technologyId,
    goodsMinor: quantity * expert.unitMinor,
    servicesMinor: 0,
    expressExtraMinor: 0,
    quantity,
    weightG: expert.weightG ?? price?.weightG ?? ((part?.volumeMm3 ?? 0) * (material?.densityGCm3 ?? 0)) / 1000,
    sizeMm: expert.sizeMm ?? part?.sizeMm ?? [0, 0, 0],
    fragile: catalogue.shipping.packing.fragileFamilies.includes(material?.family ?? ''),
    workingDays: expert.workingDays ?? price?.leadTime.workingDays ?? 0,
  }
}

/** The line with its price; nothing for one that cannot be ordered now. */
export function basketLine(line: LineToOrder, service: TechnologySlug, catalogue: Catalogue): BasketLine | undefined {
  const { status, price, part, expert } = line
  if (status !== 'ready') return undefined
  if (expert)
    return { line, orderLine: expertLine(line, expert, service, catalogue), unitMinor: expert.unitMinor, manual: true }
  if (!price || !part) return undefined
  return { line, orderLine: orderLineOf(price, part, catalogue), unitMinor: price.unitPrice.minor, manual: false }
}

/** Material, process and colour as the reader's language has them. */
function names({ configuration, price }: LineToOrder, catalogue: Catalogue, language: Language) {
  const material = configuration ? findMaterial(catalogue, configuration.materialId) : undefined
  const processId = price?.process ?? configuration?.process ?? material?.processIds[0]
  const colour = material && configuration ? findColour(material, configuration.colourId) : undefined

  return {
    material: material?.name[language] ?? '',
    process: processId ? catalogue.processes[processId].name[language] : '',
    colour: colour?.name[language] ?? '',
  }
}

/** A line as it is shown before it is ordered. */
export function basketLineView(
  { line, orderLine, unitMinor }: BasketLine,
  catalogue: Catalogue,
  language: Language,
): CheckoutView['lines'][number] {
  return {
    lineId: line.id,
    name: line.name,
    thumbnailId: line.thumbnailId,
    ...names(line, catalogue, language),
    configuration: line.configuration,
    sizeMm: [...(line.part?.sizeMm ?? [])],
    quantity: orderLine.quantity,
    unitMinor,
    totalMinor: orderLine.goodsMinor + orderLine.servicesMinor,
    workingDays: orderLine.workingDays,
    comment: line.comment,
    attachments: line.attachments,
    acceptedRules: line.acceptedRules,
  }
}

/** The line as the order keeps it, whatever becomes of the quote. */
export function orderedLine({ line, orderLine, unitMinor, manual }: BasketLine): NewOrderLine {
  const { configuration, part, sha256, bodyIndex, acceptedRules, attachments } = line
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
      acceptedRules,
      attachments,
      manual,
      price: manual ? null : line.price,
    },
  }
}
