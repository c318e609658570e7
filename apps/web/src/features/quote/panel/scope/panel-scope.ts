import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  findMaterial,
  type Material,
  type PartMeasures,
  type ProcessId,
  type ServiceId,
} from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import type { EditLabel, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'

/**
 * A place on the model that the viewer and the lists point at together: a hole of the part, or
 * where a finding is.
 */
export type PanelPlace = { kind: 'hole'; at: number } | { kind: 'finding'; rule: string; place: number }

/** A configured part, with all that its options are worked out from. */
export interface ConfiguredPart {
  part: PartMeasures
  configuration: Configuration
  material: Material
  process: ProcessId
  catalogue: Catalogue
}

/** What every section of the panel works with. */
export interface PanelScope extends ConfiguredPart {
  line: WorkLine
  /** The file with the line's one body; undefined until it is there. */
  analysis: PartAnalysis | undefined
  actions: WorkspaceActions
  /** Epoch ms, anew every minute: from it dates are promised. */
  now: number
  readOnly: boolean
  place: PanelPlace | undefined
  onPlace: (place: PanelPlace | undefined) => void
  /**
   * Changes the line, and tells what else that changed; `service` is the one that the customer
   * chose or cancelled.
   */
  change: (label: EditLabel, configuration: Configuration, service?: ServiceId) => void
}

/**
 * The line's part as configured; undefined before it is measured, and where the catalogue no longer
 * has its material.
 */
export function configuredPart({ part, configuration }: WorkLine, catalogue: Catalogue): ConfiguredPart | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  if (!part || !configuration || !material) return undefined
  return { part, configuration, material, process: chosenProcess(part, material, configuration.process), catalogue }
}
