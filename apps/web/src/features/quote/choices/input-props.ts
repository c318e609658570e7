import type { Fault, Service, ServiceColour, ServiceId, ServiceOption, ServiceSelection } from '@cotation/domain'
import type { PanelScope } from './panel-scope.ts'

type SelectionOf<Id extends ServiceId> = Extract<ServiceSelection, { id: Id }>

/** The props of a service's inputs. */
export interface InputProps<Id extends ServiceId = ServiceId> {
  selection: SelectionOf<Id>
  service: Service
  option: ServiceOption
  /**
   * The colours that the option offers for the material; undefined if it takes colour references.
   */
  offered: readonly ServiceColour[] | undefined
  scope: PanelScope
  faults: readonly Fault[]
  onChange: (selection: SelectionOf<Id>) => void
}
