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
 * What each service asks beside its option; the others ask nothing, or are asked hole by hole and
 * finding by finding.
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

/** The inputs of one service of the line. */
export function ServiceInputs(props: ServiceInputsProps) {
  // Kind and inputs belong together by the table above, which the types cannot follow through a
  // union.
  const Inputs = inputs[props.selection.id] as ComponentType<ServiceInputsProps> | undefined
  return Inputs ? <Inputs {...props} /> : null
}
