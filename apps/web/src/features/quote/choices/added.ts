import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  type PartMeasures,
} from '@cotation/domain'
import { type LinePrice, priceLine } from '@cotation/pricing'

/** What another configuration adds to a line (cents of USD, working days); both may be negative. */
export interface Added {
  minor: number
  days: number
  /** The price of the whole line with it. */
  price: LinePrice
}

const serviceOf = ({ field }: Fault): string | undefined => /^services\.([^.]+)/.exec(field)?.[1]

/**
 * The configuration without incomplete services, so that other options can be priced while the
 * customer is still typing. `left` are the services that were left out.
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
 * The price of a line regardless of its findings; undefined if the rules forbid the configuration.
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
 * Compares other configurations with `before`: the difference in price and days; undefined if
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
