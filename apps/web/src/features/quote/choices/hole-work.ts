import {
  type Configuration,
  offeredServices,
  type PartHole,
  type PartMeasures,
  type ServiceSelection,
  selectService,
  type ThreadWork,
  usualThread,
} from '@cotation/domain'
import type { ConfiguredPart } from './panel-scope.ts'
import { type HoleService, holeServices } from './service-selection.ts'

/** The work in a hole. */
export type HoleWork = ThreadWork | { service: 'reaming'; diameterMm: number; depthMm: number }

type HoleSelection = Extract<ServiceSelection, { id: HoleService }>
type Item = HoleSelection['items'][number]

const isHoleSelection = (selection: ServiceSelection): selection is HoleSelection =>
  holeServices.some((id) => id === selection.id)

function workOf(service: HoleService, item: Item): HoleWork {
  const { depthMm } = item
  if (service === 'reaming') return { service, diameterMm: 'diameterMm' in item ? item.diameterMm : 0, depthMm }
  const size = 'size' in item ? item.size : ''
  if (service !== 'helicoil') return { service, size, depthMm }
  return { service, size, depthMm, ratio: 'ratio' in item ? item.ratio : '1D' }
}

/** The work in each configured hole, by its index. */
export function workByHole({ services }: Configuration): Map<number, HoleWork> {
  const works = new Map<number, HoleWork>()
  for (const selection of services.filter(isHoleSelection)) {
    for (const item of selection.items) {
      for (const hole of item.holes ?? []) if (!works.has(hole)) works.set(hole, workOf(selection.id, item))
    }
  }

  return works
}

/** The number of holes with work that were not found on the model. */
export function claimedHoleCount({ services }: Configuration): number {
  const items = services.filter(isHoleSelection).flatMap(({ items }): readonly Item[] => items)
  return items.reduce((count, item) => (item.holes ? count : count + item.count), 0)
}

const sameWork = (one: HoleWork, other: HoleWork): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The work that all these holes share; undefined if there is none, `mixed` if they differ. */
export function commonWork(
  works: ReadonlyMap<number, HoleWork>,
  holes: readonly number[],
): HoleWork | 'mixed' | undefined {
  const [first, ...rest] = holes.map((hole) => works.get(hole))
  const isCommon = rest.every((work) => (first && work ? sameWork(first, work) : first === work))
  return isCommon ? first : 'mixed'
}

function itemOf(work: HoleWork, holes: readonly number[]): Item {
  const { service: _, ...figures } = work
  return { ...figures, count: holes.length, holes }
}

/** The items without some holes; an item without holes is removed. */
const itemsWithout = (items: readonly Item[], gone: ReadonlySet<number>): Item[] =>
  items.flatMap((item) => {
    if (!item.holes) return item
    const holes = item.holes.filter((hole) => !gone.has(hole))
    return holes.length === 0 ? [] : { ...item, holes, count: holes.length }
  })

/** The cast is safe: the items come from the selection itself or were created for its service. */
const withItems = (selection: HoleSelection, items: readonly Item[]): HoleSelection =>
  ({ ...selection, items }) as HoleSelection

/** The items with this work in some more holes; holes with equal work share an item. */
function itemsWith(selection: HoleSelection, work: HoleWork, holes: readonly number[]): Item[] {
  const items: readonly Item[] = selection.items
  const same = items.find((item) => item.holes && sameWork(workOf(selection.id, item), work))
  if (!same) return [...items, itemOf(work, holes)]

  const joined = itemOf(
    work,
    [...(same.holes ?? []), ...holes].sort((a, b) => a - b),
  )
  return items.map((item) => (item === same ? joined : item))
}

/**
 * The default option of a hole service: the first that is possible for the material; undefined if
 * none is.
 */
function firstOption(scope: ConfiguredPart, id: HoleService): string | undefined {
  const { part, material, process, catalogue } = scope
  const offered = offeredServices(part, material, process, catalogue).find(({ service }) => service.id === id)
  return offered?.fault ? undefined : offered?.options.find(({ fault }) => !fault)?.option.id
}

/** The line with this work in these holes, replacing any other; undefined removes all work. */
export function withHoleWork(
  scope: ConfiguredPart,
  holes: readonly number[],
  work: HoleWork | undefined,
): Configuration {
  const { configuration, catalogue } = scope
  const changedHoles = new Set(holes)
  const cleared: Configuration = {
    ...configuration,
    services: configuration.services.flatMap((selection) => {
      if (!isHoleSelection(selection)) return selection
      const items = itemsWithout(selection.items, changedHoles)
      return items.length === 0 ? [] : withItems(selection, items)
    }),
  }
  if (!work) return cleared

  const current = cleared.services.filter(isHoleSelection).find(({ id }) => id === work.service)
  const option = current?.option ?? firstOption(scope, work.service)
  if (option === undefined) return configuration

  const selection = current ?? ({ id: work.service, option, items: [] } as HoleSelection)
  return selectService(cleared, withItems(selection, itemsWith(selection, work, holes)), catalogue).configuration
}

/** The default work in a hole. */
export function usualWork(
  { part, material, catalogue }: ConfiguredPart,
  index: number,
  service: HoleService,
  size?: string,
): HoleWork | undefined {
  if (service !== 'reaming') return usualThread(part, index, service, material, catalogue, size)

  const hole = part.holes[index]
  return hole && { service, diameterMm: Math.round(hole.diameterMm * 100) / 100, depthMm: hole.depthMm }
}

/** A group of equal holes that are configured together. */
export interface HoleGroup extends Pick<PartHole, 'diameterMm' | 'depthMm' | 'through'> {
  key: string
  /** Indexes in `PartMeasures.holes`. */
  holes: readonly number[]
}

/** Measurements of equal holes differ by less. */
const roundingMm = 0.01
const rounded = (mm: number): number => Math.round(mm / roundingMm) * roundingMm

/** Groups the holes of a part by diameter, depth and kind, smallest first. */
export function holeGroups({ holes }: PartMeasures): HoleGroup[] {
  const keyOf = ({ diameterMm, depthMm, through }: PartHole) =>
    [rounded(diameterMm).toFixed(2), rounded(depthMm).toFixed(2), through ? 'through' : 'blind'].join(' ')
  const byKey = Map.groupBy(
    holes.map((hole, index) => ({ hole, index })),
    ({ hole }) => keyOf(hole),
  )

  return [...byKey]
    .flatMap(([key, some]) => {
      const [first] = some
      if (!first) return []
      const { diameterMm, depthMm, through } = first.hole
      return { key, diameterMm, depthMm, through, holes: some.map(({ index }) => index) }
    })
    .toSorted((one, other) => one.diameterMm - other.diameterMm || one.depthMm - other.depthMm)
}
