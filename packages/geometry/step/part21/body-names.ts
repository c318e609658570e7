import type { ShapeItem } from './product-structure.ts'

/**
 * A name for each solid or surface model: its product's where it is the product's only one, else its own, else the product's
 * with a number. '' where the file names neither.
 */
export function itemNames(items: readonly ShapeItem[]): Map<number, string> {
  const counts = new Map<string, number>()
  for (const { product } of items) counts.set(product, (counts.get(product) ?? 0) + 1)

  const seen = new Map<string, number>()
  const names = new Map<number, string>()
  for (const { entity, name, product } of items) {
    const nth = (seen.get(product) ?? 0) + 1
    seen.set(product, nth)
    const alone = counts.get(product) === 1
    if (product === '') names.set(entity, name)
    else names.set(entity, alone ? product : name === '' || name === product ? `${product} ${nth}` : name)
  }

  return names
}
