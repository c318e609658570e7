import {
  type Configuration,
  findMaterial,
  type ServiceSelection,
  selectMaterial,
  type TechnologySlug,
} from '@cotation/domain'
import { firstWay } from '@cotation/pricing'
import { isLocked, type LineEdit, type WorkLine } from './work-line.ts'
import type { Workspace } from './workspace.ts'

/** Merges two edits of a line; the newer one wins field by field. */
export const mergeEdit = (older: LineEdit | undefined, newer: LineEdit): LineEdit => ({ ...older, ...newer })

/** The edit that undoes another one. */
export function inverseEdit(line: WorkLine, edit: LineEdit): LineEdit {
  return {
    lineId: edit.lineId,
    ...(edit.name !== undefined && { name: line.name }),
    ...(edit.comment !== undefined && { comment: line.comment }),
    ...(edit.configuration && line.configuration && { configuration: line.configuration }),
  }
}

/** The fields of an edit that differ from the line; undefined if none does. */
export function effectiveEdit(line: WorkLine, edit: LineEdit): LineEdit | undefined {
  const { lineId, name, comment, configuration } = edit
  const isNewConfiguration = !isSameConfiguration(configuration, line.configuration)
  const effective: LineEdit = {
    lineId,
    ...(name !== undefined && name !== line.name && { name }),
    ...(comment !== undefined && comment !== line.comment && { comment }),
    ...(configuration && isNewConfiguration && { configuration }),
  }

  return Object.keys(effective).length > 1 ? effective : undefined
}

/**
 * Moves every line to another technology: the process of it that suits the part, keeping what is
 * still offered with it.
 */
export function technologyEdits({ lines, catalogue }: Workspace, technology: TechnologySlug): LineEdit[] {
  const technologyId = catalogue.technologies.find(({ slug }) => slug === technology)?.id

  return lines.flatMap((line) => {
    const { id: lineId, part, configuration, local, view } = line
    if (!part || !configuration || isLocked(line)) return []
    if (findMaterial(catalogue, configuration.materialId)?.technologyId === technologyId) return []

    const measured = local ? { measures: part, ...local, fileName: view.upload.name } : { measures: part }
    const first = firstWay(measured, technology, configuration.quantity, catalogue)
    if (!first) return []

    const { process: _, ...rest } = configuration
    const changed = selectMaterial(part, rest, first.materialId, catalogue).configuration
    return [{ lineId, configuration: { ...changed, process: first.process } }]
  })
}

/** Sorts keys, because the database returns them in another sequence. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Leaves out the service that only the server writes. */
const chosenByCustomer = (configuration: Configuration | null | undefined) =>
  configuration && { ...configuration, services: configuration.services.filter(({ id }) => id !== 'risk-acceptance') }

/** Whether the customer chose the same in both. */
export const isSameConfiguration = (
  one: Configuration | null | undefined,
  other: Configuration | null | undefined,
): boolean =>
  one === other ||
  JSON.stringify(chosenByCustomer(one) ?? null, withSortedKeys) ===
    JSON.stringify(chosenByCustomer(other) ?? null, withSortedKeys)

const fileFields: ReadonlySet<string> = new Set(['fileId', 'zonesFileId', 'artworkFileId', 'instructionsFileId'])

/** A service without references to some files; the same object if it has none. */
export function withoutFiles(service: ServiceSelection, isGone: (fileId: unknown) => boolean): ServiceSelection {
  const entries = Object.entries(service)
  const kept = entries.filter(([key, value]) => !(fileFields.has(key) && isGone(value)))
  return kept.length === entries.length ? service : (Object.fromEntries(kept) as ServiceSelection)
}
