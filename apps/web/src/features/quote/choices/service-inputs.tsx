import type { ServiceId, ServiceSelection } from '@cotation/domain'
import type { ComponentType } from 'react'
import {
  AnodizingInputs,
  DyeingInputs,
  PaintingInputs,
  SilkscreenInputs,
  SpecialTreatmentInputs,
} from './colour-inputs.tsx'
import type { InputProps } from './input-props.ts'
import {
  AssemblingInputs,
  GrindingInputs,
  HardnessInputs,
  HeatTreatmentInputs,
  PolishingInputs,
  SurfaceFinishInputs,
  ThreadingInputs,
} from './work-inputs.tsx'

type InputsOf = { [Id in ServiceId]?: ComponentType<InputProps<Id>> }

/**
 * The inputs of each service besides its option. Services of holes and risks have their own
 * sections.
 */
const inputs: InputsOf = {
  anodizing: AnodizingInputs,
  dyeing: DyeingInputs,
  painting: PaintingInputs,
  silkscreen: SilkscreenInputs,
  threading: ThreadingInputs,
  polishing: PolishingInputs,
  'surface-finish': SurfaceFinishInputs,
  hardness: HardnessInputs,
  'heat-treatment': HeatTreatmentInputs,
  assembling: AssemblingInputs,
  grinding: GrindingInputs,
  'special-treatment': SpecialTreatmentInputs,
}

interface ServiceInputsProps extends Omit<InputProps, 'selection' | 'onChange'> {
  selection: ServiceSelection
  onChange: (selection: ServiceSelection) => void
}

/** The inputs of a selected service. */
export function ServiceInputs(props: ServiceInputsProps) {
  // The table above pairs ids and inputs, which TypeScript cannot follow through the union.
  const Inputs = inputs[props.selection.id] as ComponentType<ServiceInputsProps> | undefined
  return Inputs ? <Inputs {...props} /> : null
}
