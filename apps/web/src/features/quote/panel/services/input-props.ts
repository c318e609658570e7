import type { Fault, Service, ServiceColour, ServiceId, ServiceOption, ServiceSelection } from '@cotation/domain'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'

export type SelectionOf<Id extends ServiceId> = Extract<ServiceSelection, { id: Id }>

/** What the inputs of one service are given. */
export interface InputProps<Id extends ServiceId = ServiceId> {
  selection: SelectionOf<Id>
  service: Service
  option: ServiceOption
  /** Those of the option for the material; undefined where it reads references. */
  offered: readonly ServiceColour[] | undefined
  scope: PanelScope
  faults: readonly Fault[]
  onChange: (selection: SelectionOf<Id>) => void
}
