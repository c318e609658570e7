import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Material } from '../catalogue/material.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { Service, ServiceId, ServiceOption } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import type { PartMeasures } from './part.ts'

/** The context of every service rule. */
export interface Scope {
  part: PartMeasures
  material: Material
  process: ProcessId
  catalogue: Catalogue
}

type SelectionOf<Id extends ServiceId> = Extract<ServiceSelection, { id: Id }>

/** A selected service with its catalogue entries. */
export interface Selected<Id extends ServiceId = ServiceId> {
  selection: SelectionOf<Id>
  service: Service
  option: ServiceOption
}

const isOf = <Id extends ServiceId>(id: Id, selection: ServiceSelection): selection is SelectionOf<Id> =>
  selection.id === id

/** Narrows a selected service to one id. */
export const asSelected = <Id extends ServiceId>(
  id: Id,
  { selection, service, option }: Selected,
): Selected<Id> | undefined => (isOf(id, selection) ? { selection, service, option } : undefined)

/** The line's selection of a service, if any. */
export const selectionOf = <Id extends ServiceId>({ services }: Configuration, id: Id): SelectionOf<Id> | undefined =>
  services.find((selection) => isOf(id, selection))

/** The colours of an option for a material; undefined if it has no list. */
export function coloursFor({ service, option }: Pick<Selected, 'service' | 'option'>, { family }: Material) {
  const colours = option.colours ?? service.colours
  const restriction = service.restrictions?.find(({ families, colours }) => colours && families.includes(family))
  return colours?.filter(({ id }) => restriction?.colours?.includes(id) ?? true)
}

export const isWholeBetween = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max
