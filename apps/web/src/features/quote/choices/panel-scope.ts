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
import { useDeferredValue, useMemo } from 'react'
import type { DateAfter } from '#features/quote/workspace/delivery-date.ts'
import type { EditLabel, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'

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
  dateAfter: DateAfter
  /** That the dates are for. */
  country: string
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

/**
 * A mark on the model, selected in the viewer and in the lists together: a location of a finding,
 * or a hole of the part.
 */
export type PartMark =
  | { kind: 'finding'; rule: string; place: number }
  /** A hole that was chosen on the model moves the focus to its row in the list. */
  | { kind: 'hole'; index: number; isOnModel?: boolean }

/** `finding:min-wall-sla:0`: the first location of a finding. */
export const findingMarkId = (rule: string, place: number): string => `finding:${rule}:${place}`

/** `hole:3`: the fourth hole of the body. */
export const holeMarkId = (index: number): string => `hole:${index}`

/** Parses an id; undefined if it is not one of these. */
export function parseMarkId(id: string): PartMark | undefined {
  const finding = /^finding:([a-z0-9-]+):(\d{1,4})$/.exec(id)
  if (finding?.[1]) return { kind: 'finding', rule: finding[1], place: Number(finding[2]) }
  const hole = /^hole:(\d{1,6})$/.exec(id)
  return hole ? { kind: 'hole', index: Number(hole[1]) } : undefined
}

export const markId = (mark: PartMark): string =>
  mark.kind === 'hole' ? holeMarkId(mark.index) : findingMarkId(mark.rule, mark.place)

/**
 * The configured part, deferred while React is busy: the price updates at once, the figures of a
 * hundred options follow. Memoised, so that other changes of the panel, such as a selected hole, do
 * not recalculate them.
 */
export function useDeferredPart({ part, configuration, material, process, catalogue }: ConfiguredPart): ConfiguredPart {
  const now = useMemo(
    () => ({ part, configuration, material, process, catalogue }),
    [part, configuration, material, process, catalogue],
  )
  return useDeferredValue(now)
}
