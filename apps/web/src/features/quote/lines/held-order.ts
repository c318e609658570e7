import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/**
 * The lines in an order seen before: a row must not leave from under the hand that types in it. Lines that are gone are left out, new
 * ones come last.
 */
export function heldOrder(
  order: readonly string[],
  lines: readonly WorkLine[],
  sorted: readonly WorkLine[],
): readonly WorkLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const kept = order.map((id) => byId.get(id)).filter((line) => line !== undefined)
  const before = new Set(order)
  return [...kept, ...sorted.filter(({ id }) => !before.has(id))]
}
