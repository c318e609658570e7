import type { Material, MaterialCost } from '@cotation/domain'

/**
 * A catalogue figure used as divisor. Zero would give an infinite price, shown as no price at all:
 * better to fail with the name of the figure.
 */
export function divisor(figure: number, name: string): number {
  if (figure > 0) return figure
  throw new RangeError(`${name} must be above zero`)
}

/** The cost figures of a material; throws if they are of another kind than the process needs. */
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
