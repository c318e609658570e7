import { num } from '#geometry/math/typed-access.ts'
import type { Part21 } from './part21.ts'
import { entityAt, entityOf, type Part21Entity, type Part21Value, refOf, refsIn, textOf } from './part21-values.ts'
import type { ShapeItem } from './product-structure.ts'

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

const namedColours: Record<string, Colour> = {
  red: [1, 0, 0],
  green: [0, 1, 0],
  blue: [0, 0, 1],
  yellow: [1, 1, 0],
  magenta: [1, 0, 1],
  cyan: [0, 1, 1],
  black: [0, 0, 0],
  white: [1, 1, 1],
}

const share = (value: Part21Value | undefined): number =>
  typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 0

function colourIn(entity: Part21Entity): Colour | undefined {
  const rgb = entity.get('COLOUR_RGB')
  if (rgb) return [share(rgb[1]), share(rgb[2]), share(rgb[3])]
  const named = entity.get('DRAUGHTING_PRE_DEFINED_COLOUR') ?? entity.get('PRE_DEFINED_COLOUR')
  return named && namedColours[textOf(named[0]).toLowerCase()]
}

/** Styles of lines and points do not apply to surfaces. */
const isSurfaceStyle = (entity: Part21Entity): boolean =>
  ![...entity.keys()].some((type) => /^(CURVE|POINT|TEXT|NULL|SYMBOL)_/.test(type) || type === 'SURFACE_STYLE_BOUNDARY')

const refsDeep = (values: readonly Part21Value[]): number[] =>
  values.flatMap((value) => {
    const ref = refOf(value)
    return ref === undefined ? refsIn(value) : [ref]
  })

/** The first surface colour that the styles refer to, within 64 entities. */
function colourOfStyles(file: Part21, styles: number[]): Colour | undefined {
  const queue = [...styles]
  const seen = new Set(queue)
  for (let i = 0; i < queue.length && i < 64; i++) {
    const entity = entityOf(file, num(queue, i))
    if (!entity || !isSurfaceStyle(entity)) continue

    const colour = colourIn(entity)
    if (colour) return colour

    for (const ref of [...entity.values()].flatMap(refsDeep)) {
      if (seen.has(ref)) continue
      seen.add(ref)
      queue.push(ref)
    }
  }

  return undefined
}

/** `#styled item → colour`; an overriding style wins. */
function styledColours(file: Part21): Map<number, Colour> {
  const colours = new Map<number, Colour>()
  const byStyle = new Map<string, Colour | undefined>()
  for (const type of ['STYLED_ITEM', 'OVER_RIDING_STYLED_ITEM']) {
    for (const index of file.entities.ofType(type)) {
      const values = entityAt(file, index).get(type)
      const item = refOf(values?.[2])
      if (item === undefined) continue

      const styles = refsIn(values?.[1])
      const key = styles.join()
      if (!byStyle.has(key)) byStyle.set(key, colourOfStyles(file, styles))

      const colour = byStyle.get(key)
      if (colour) colours.set(item, colour)
    }
  }

  return colours
}

/** The shells of a solid or surface model, and their faces. */
function shellsAndFaces(file: Part21, item: number): { shells: number[]; faces: number[] } {
  const below = (number: number): number[] => [...(entityOf(file, number)?.values() ?? [])].flatMap(refsDeep)
  const shells = below(item)
  return { shells, faces: shells.flatMap(below) }
}

/** The colour of more than half of the faces, if there is one. */
function majorityColour(faces: number[], colours: Map<number, Colour>): Colour | undefined {
  const counts = new Map<string, { colour: Colour; count: number }>()
  for (const face of faces) {
    const colour = colours.get(face)
    if (!colour) continue
    const entry = counts.get(colour.join()) ?? { colour, count: 0 }
    entry.count++
    counts.set(colour.join(), entry)
  }

  return [...counts.values()].find(({ count }) => count * 2 > faces.length)?.colour
}

/** `#item → colour`: the item's own, its representation's, its shell's or that of most faces. */
export function itemColours(file: Part21, items: readonly ShapeItem[]): Map<number, Colour> {
  const styled = styledColours(file)
  const found = new Map<number, Colour>()
  if (styled.size === 0) return found

  for (const item of items) {
    const { shells, faces } = shellsAndFaces(file, item.entity)
    const colour =
      styled.get(item.entity) ??
      (item.representation === undefined ? undefined : styled.get(item.representation)) ??
      shells.map((shell) => styled.get(shell)).find((candidate) => candidate !== undefined) ??
      majorityColour(faces, styled)
    if (colour) found.set(item.entity, colour)
  }

  return found
}
