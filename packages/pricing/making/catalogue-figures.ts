import type { Material, MaterialCost } from '@cotation/domain'

/**
 * A figure of the catalogue that something is divided by. Zero there would give an endless price, and an endless price shows as
 * no price at all: better to refuse the catalogue by the name of the figure.
 */
export function divisor(figure: number, name: string): number {
  if (figure > 0) return figure
  throw new RangeError(`${name} must be above zero`)
}

/** The cost figures of a material for the kind of process that asks; a material of another kind has none. */
export function costOfKind<K extends MaterialCost['kind']>(
  { id, cost }: Material,
  kind: K,
): Extract<MaterialCost, { kind: K }> {
  if (isOfKind(cost, kind)) return cost
  throw new RangeError(`${id} has no cost figures of kind ${kind}`)
}

function isOfKind<K extends MaterialCost['kind']>(
  cost: MaterialCost,
  kind: K,
): cost is Extract<MaterialCost, { kind: K }> {
  return cost.kind === kind
}
