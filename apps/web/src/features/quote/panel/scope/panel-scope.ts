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
import type { PartMark } from './mark-ids.ts'

/** A configured part, with everything that its options depend on. */
export interface ConfiguredPart {
  part: PartMeasures
  configuration: Configuration
  material: Material
  process: ProcessId
  catalogue: Catalogue
}

/** The data and actions that every section of the panel uses. */
export interface PanelScope extends ConfiguredPart {
  line: WorkLine
  /** The analysis of the file, reduced to the line's body; undefined until it is loaded. */
  analysis: PartAnalysis | undefined
  actions: WorkspaceActions
  /** The time that delivery dates are based on (epoch ms), updated every minute. */
  now: number
  readOnly: boolean
  /** The mark that is selected in the viewer and in the lists. */
  mark: PartMark | undefined
  onMark: (mark: PartMark | undefined) => void
  /**
   * Changes the line and reports what else changed. `service` is the one that the customer chose or
   * cancelled.
   */
  change: (label: EditLabel, configuration: Configuration, service?: ServiceId) => void
}

/**
 * The line's configured part; undefined until it is measured, or if the catalogue no longer has its
 * material.
 */
export function configuredPart({ part, configuration }: WorkLine, catalogue: Catalogue): ConfiguredPart | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  if (!part || !configuration || !material) return undefined
  return { part, configuration, material, process: chosenProcess(part, material, configuration.process), catalogue }
}
