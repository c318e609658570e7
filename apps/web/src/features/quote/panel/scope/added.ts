import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  type PartMeasures,
} from '@cotation/domain'
import { type LinePrice, priceLine } from '@cotation/pricing'

/**
 * What another configuration adds to a line (cents of USD, working days); both may be less than
 * nothing.
 */
export interface Added {
  minor: number
  days: number
  /** The whole line with it. */
  price: LinePrice
}

const serviceOf = ({ field }: Fault): string | undefined => /^services\.([^.]+)/.exec(field)?.[1]

/**
 * A configuration without the services that are not filled in yet: what else is offered can be
 * priced while the customer is still writing a colour. `left` are those that the price leaves out.
 */
export function priceable(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): { configuration: Configuration; left: Configuration['services'] } {
  const faulty = new Set(configurationFaults(part, configuration, catalogue).map(serviceOf))
  const left = configuration.services.filter(({ id }) => faulty.has(id))
  if (left.length === 0) return { configuration, left }
  const services = configuration.services.filter((one) => !left.includes(one))
  return { configuration: { ...configuration, services }, left }
}

/**
 * The price of a line, without what stands against making it; undefined where the rules forbid it.
 */
export function findPrice(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): LinePrice | undefined {
  const verdict = priceLine(part, configuration, catalogue)
  return verdict.ok ? verdict.price : undefined
}

/**
 * Says of other configurations what each costs above `before`, and takes longer; undefined where
 * either has no price.
 */
export function addedTo(
  part: PartMeasures,
  before: Configuration,
  catalogue: Catalogue,
): (after: Configuration) => Added | undefined {
  const old = findPrice(part, before, catalogue)
  return (after) => {
    const price = old && findPrice(part, after, catalogue)
    if (!price) return undefined
    return {
      minor: price.linePrice.minor - old.linePrice.minor,
      days: price.leadTime.workingDays - old.leadTime.workingDays,
      price,
    }
  }
}
