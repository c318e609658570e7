import { type Catalogue, findMaterial, type PartMeasures } from '@cotation/domain'
import type { LinePrice } from '../line/price-line.ts'
import type { OrderLine } from './order-line.ts'

/** A priced line as an order takes it. */
export function orderLineOf(price: LinePrice, part: PartMeasures, catalogue: Catalogue): OrderLine {
  const family = findMaterial(catalogue, price.materialId)?.family ?? ''
  return {
    technologyId: catalogue.processes[price.process].technologyId,
    goodsMinor: price.goods.minor,
    servicesMinor: price.services.minor,
    expressExtraMinor: price.expressExtra.minor,
    quantity: price.quantity,
    weightG: price.weightG,
    sizeMm: part.sizeMm,
    fragile: catalogue.shipping.packing.fragileFamilies.includes(family),
    workingDays: price.leadTime.workingDays,
  }
}
