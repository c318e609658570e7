import { num } from '../../math/typed-access.ts'
import type { Part21 } from './part21.ts'
import { entityAt, entityOf, type Part21Entity, refOf, refsIn, textOf } from './part21-values.ts'

/** A solid or surface model of the file, with the product that it belongs to. */
export interface ShapeItem {
  /** Entity number. */
  entity: number
  /** Place of the entity in the file, from 1, as the kernel counts. */
  ordinal: number
  kind: 'solid' | 'surface'
  /** Its own name: `Body1`; '' when it has none. */
  name: string
  /** Name of its product; '' when none leads to it. */
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

/** Systems write these where a name is missing. */
const meaningful = (name: string): string =>
  /^(none|solid|manifold_solid_brep|brep|open cascade step translator.*|\s*)$/i.test(name) ? '' : name

interface Found {
  index: number
  entity: Part21Entity
  type: string
}

/** Entities of the given types, each once (a complex one may be of several), in the order of the file. */
function entitiesOf(file: Part21, types: readonly string[]): Found[] {
  const found = new Map<number, Found>()
  for (const type of types) {
    for (const index of file.entities.ofType(type)) {
      if (!found.has(index)) found.set(index, { index, entity: entityAt(file, index), type })
    }
  }
  return [...found.values()].toSorted((a, b) => a.index - b.index)
}

function noteAt(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function nameIn(entity: Part21Entity, type: string): string {
  const own = textOf(entity.get(type)?.[0])
  return own === '' ? textOf(entity.get('REPRESENTATION_ITEM')?.[0]) : own
}

/** `#representation → product name`, by SHAPE_DEFINITION_REPRESENTATION → definition → formation → PRODUCT. */
function productsOfRepresentations(file: Part21): Map<number, string> {
  const products = new Map<number, string>()
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
    const values2 = product === undefined ? undefined : entityOf(file, product)?.get('PRODUCT')
    const name = meaningful(textOf(values2?.[1])) || meaningful(textOf(values2?.[0]))

    if (representation !== undefined && name !== '' && !products.has(representation)) products.set(representation, name)
  }

  return products
}

/** Representations that are one and the same shape (a relation without a placement), both ways. */
function equalRepresentations(file: Part21): Map<number, number[]> {
  const equals = new Map<number, number[]>()
  for (const index of file.entities.ofType('SHAPE_REPRESENTATION_RELATIONSHIP')) {
    const values = entityAt(file, index).get('SHAPE_REPRESENTATION_RELATIONSHIP')
    const a = refOf(values?.[2])
    const b = refOf(values?.[3])
    if (a === undefined || b === undefined) continue
    noteAt(equals, a, b)
    noteAt(equals, b, a)
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
      if (mapped !== undefined) noteAt(users, mapped, representation)
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

/** The product nearest to a representation: its own, an equal one's, or that of the one that places it. Visits each once. */
function nearestProduct(
  start: number | undefined,
  products: Map<number, string>,
  next: (representation: number) => number[],
): string {
  const queue = start === undefined ? [] : [start]
  const seen = new Set(queue)
  for (let i = 0; i < queue.length && i < 1000; i++) {
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

/** The solids and surface models of a file in its order, each with its own name and its product's. */
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
      name: meaningful(nameIn(entity, type)),
      product,
      representation,
    }
  })
}
