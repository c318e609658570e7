import { num } from '#geometry/math/typed-access.ts'
import type { Part21 } from './part21.ts'
import { entityAt, entityOf, type Part21Entity, refOf, refsIn, textOf } from './part21-values.ts'

/** A solid or surface model of the file with its product. */
export interface ShapeItem {
  /** Entity number. */
  entity: number
  /** Position of the entity in the file, from 1, as the kernel counts. */
  ordinal: number
  kind: 'solid' | 'surface'
  /** Its own name, such as `Body1`, or ''. */
  name: string
  /** Name of its product, or ''. */
  product: string
  /** The representation that lists it. */
  representation: number | undefined
}

const solidTypes = [
  'MANIFOLD_SOLID_BREP',
  'BREP_WITH_VOIDS',
  'FACETED_BREP',
  'TESSELLATED_SOLID',
  'SOLID_MODEL',
  'CSG_SOLID',
  'EXTRUDED_AREA_SOLID',
  'REVOLVED_AREA_SOLID',
]

const surfaceTypes = [
  'SHELL_BASED_SURFACE_MODEL',
  'FACE_BASED_SURFACE_MODEL',
  'GEOMETRIC_SET',
  'GEOMETRIC_CURVE_SET',
  'TESSELLATED_SHELL',
]

/** '' for a name that CAD systems write if the user gave none. */
const withoutPlaceholder = (name: string): string =>
  /^(none|solid|manifold_solid_brep|brep|open cascade step translator.*|\s*)$/i.test(name) ? '' : name

interface Found {
  index: number
  entity: Part21Entity
  type: string
}

/** Entities of the given types in file sequence, each once: a complex one has several types. */
function entitiesOf(file: Part21, types: readonly string[]): Found[] {
  const found = new Map<number, Found>()
  for (const type of types) {
    for (const index of file.entities.ofType(type)) {
      if (!found.has(index)) found.set(index, { index, entity: entityAt(file, index), type })
    }
  }
  return [...found.values()].toSorted((a, b) => a.index - b.index)
}

function appendTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function nameIn(entity: Part21Entity, type: string): string {
  const own = textOf(entity.get(type)?.[0])
  return own === '' ? textOf(entity.get('REPRESENTATION_ITEM')?.[0]) : own
}

/** `#representation → product name`, via SHAPE_DEFINITION_REPRESENTATION, definition, formation. */
function productsOfRepresentations(file: Part21): Map<number, string> {
  const products = new Map<number, string>()
  /** The entity that a parameter of entity `from` refers to, if that has one of the types. */
  const follow = (from: number | undefined, parameter: number, types: readonly string[]): number | undefined => {
    const entity = from === undefined ? undefined : entityOf(file, from)
    const type = types.find((candidate) => entity?.has(candidate))
    return type ? refOf(entity?.get(type)?.[parameter]) : undefined
  }
  for (const index of file.entities.ofType('SHAPE_DEFINITION_REPRESENTATION')) {
    const values = entityAt(file, index).get('SHAPE_DEFINITION_REPRESENTATION')
    const representation = refOf(values?.[1])
    const definition = follow(refOf(values?.[0]), 2, ['PRODUCT_DEFINITION_SHAPE'])
    const formation = follow(definition, 2, ['PRODUCT_DEFINITION', 'PRODUCT_DEFINITION_WITH_ASSOCIATED_DOCUMENTS'])
    const product = follow(formation, 2, [
      'PRODUCT_DEFINITION_FORMATION',
      'PRODUCT_DEFINITION_FORMATION_WITH_SPECIFIED_SOURCE',
    ])
    const productValues = product === undefined ? undefined : entityOf(file, product)?.get('PRODUCT')
    const name = withoutPlaceholder(textOf(productValues?.[1])) || withoutPlaceholder(textOf(productValues?.[0]))

    if (representation !== undefined && name !== '' && !products.has(representation)) products.set(representation, name)
  }

  return products
}

/** Representations of the same shape: related to each other without a placement. */
function equalRepresentations(file: Part21): Map<number, number[]> {
  const equals = new Map<number, number[]>()
  for (const index of file.entities.ofType('SHAPE_REPRESENTATION_RELATIONSHIP')) {
    const values = entityAt(file, index).get('SHAPE_REPRESENTATION_RELATIONSHIP')
    const a = refOf(values?.[2])
    const b = refOf(values?.[3])
    if (a === undefined || b === undefined) continue
    appendTo(equals, a, b)
    appendTo(equals, b, a)
  }

  return equals
}

interface Listing {
  /** `#item → #representation` that lists it. */
  owners: Map<number, number>
  /** `#representation → representations` that place it by a mapped item. */
  users: Map<number, number[]>
}

/** Every representation's items, and which representation is placed in which by MAPPED_ITEM. */
function listings(file: Part21): Listing {
  const owners = new Map<number, number>()
  const users = new Map<number, number[]>()
  for (const { index, entity, type } of entitiesOf(file, representationTypes)) {
    const representation = file.entities.numberAt(index)
    const values = entity.get(type)
    for (const item of refsIn(values?.[1] ?? entity.get('REPRESENTATION')?.[1])) {
      if (!owners.has(item)) owners.set(item, representation)
      const mapping = refOf(entityOf(file, item)?.get('MAPPED_ITEM')?.[1])
      const mapped = mapping === undefined ? undefined : refOf(entityOf(file, mapping)?.get('REPRESENTATION_MAP')?.[1])
      if (mapped !== undefined) appendTo(users, mapped, representation)
    }
  }

  return { owners, users }
}

const representationTypes = [
  'SHAPE_REPRESENTATION',
  'ADVANCED_BREP_SHAPE_REPRESENTATION',
  'FACETED_BREP_SHAPE_REPRESENTATION',
  'ELEMENTARY_BREP_SHAPE_REPRESENTATION',
  'BREP_SHAPE_REPRESENTATION',
  'MANIFOLD_SURFACE_SHAPE_REPRESENTATION',
  'GEOMETRICALLY_BOUNDED_SURFACE_SHAPE_REPRESENTATION',
  'GEOMETRICALLY_BOUNDED_WIREFRAME_SHAPE_REPRESENTATION',
  'TESSELLATED_SHAPE_REPRESENTATION',
  'CSG_SHAPE_REPRESENTATION',
]

/**
 * A file may relate all its representations without any product. Each one that lists a shape starts
 * a search, so without a bound the time would grow with the square of the file.
 */
const maxVisited = 1000

/** The nearest product of a representation: its own, or that of an equal or placing one (BFS). */
function nearestProduct(
  start: number | undefined,
  products: Map<number, string>,
  next: (representation: number) => number[],
): string {
  const queue = start === undefined ? [] : [start]
  const seen = new Set(queue)
  for (let i = 0; i < queue.length && i < maxVisited; i++) {
    const here = num(queue, i)
    const product = products.get(here)
    if (product) return product

    for (const there of next(here)) {
      if (seen.has(there)) continue
      seen.add(there)
      queue.push(there)
    }
  }

  return ''
}

/** The solids and surface models of a file in its sequence, each with its name and its product. */
export function shapeItems(file: Part21): ShapeItem[] {
  const products = productsOfRepresentations(file)
  const equals = equalRepresentations(file)
  const { owners, users } = listings(file)
  const next = (representation: number) => [...(equals.get(representation) ?? []), ...(users.get(representation) ?? [])]
  const productByRepresentation = new Map<number | undefined, string>()

  return entitiesOf(file, [...solidTypes, ...surfaceTypes]).map(({ index, entity, type }) => {
    const number = file.entities.numberAt(index)
    const representation = owners.get(number)
    let product = productByRepresentation.get(representation)
    if (product === undefined) {
      product = nearestProduct(representation, products, next)
      productByRepresentation.set(representation, product)
    }

    return {
      entity: number,
      ordinal: index + 1,
      kind: solidTypes.includes(type) ? 'solid' : 'surface',
      name: withoutPlaceholder(nameIn(entity, type)),
      product,
      representation,
    }
  })
}

/**
 * A name for each item: the product's if it is the product's only item, else its own, else the
 * product's with a number; '' if the file names neither.
 */
export function itemNames(items: readonly ShapeItem[]): Map<number, string> {
  const totals = new Map<string, number>()
  for (const { product } of items) totals.set(product, (totals.get(product) ?? 0) + 1)

  const counts = new Map<string, number>()
  const names = new Map<number, string>()
  for (const item of items) {
    const count = (counts.get(item.product) ?? 0) + 1
    counts.set(item.product, count)
    names.set(item.entity, nameOf(item, totals.get(item.product) === 1, count))
  }

  return names
}

function nameOf({ name, product }: ShapeItem, isOnly: boolean, count: number): string {
  if (product === '') return name
  if (isOnly) return product
  return name === '' || name === product ? `${product} ${count}` : name
}
