import {
  type Catalogue,
  type Configuration,
  type Fault,
  type PartMeasures,
  type ServiceId,
  type ServiceSelection,
  selectMaterial,
} from '@cotation/domain'
import { withoutFiles } from '#features/quote/workspace/line-edits.ts'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import {
  type EditableLine,
  type EditLabel,
  type EditStep,
  isEditable,
  type LineEdit,
  type WorkLine,
} from '#features/quote/workspace/work-line.ts'
import { misfitOf } from './fitting-materials.ts'

/** What was not applied to a line, in the sequence of a configuration. */
export type LeftOut =
  | { what: 'material'; fault: Fault }
  | { what: 'process' | 'colour' | 'tolerance' | 'lead' }
  | { what: 'service'; service: ServiceId }
  | { what: 'lead-refused'; fault: Fault }
  | { what: 'not-ready' | 'unusable' }

export interface LeftOutOfLine {
  lineId: string
  name: string
  left: readonly LeftOut[]
}

export interface BulkEdit {
  step: EditStep | undefined
  leftOut: readonly LeftOutOfLine[]
}

/** The result for a line that cannot be configured yet. */
export const notReady = { configuration: undefined, left: [{ what: 'not-ready' }] } as const

/** The result for a line whose file was refused. */
const unusable = { configuration: undefined, left: [{ what: 'unusable' }] } as const

/** Edits several lines as one undo step, and collects what was left out per line. */
export function bulkEdit(
  label: EditLabel,
  lines: readonly WorkLine[],
  change: (line: EditableLine) => { configuration: Configuration | undefined; left: readonly LeftOut[] },
): BulkEdit {
  const edits: LineEdit[] = []
  const leftOut: LeftOutOfLine[] = []

  for (const line of lines) {
    const unchanged = line.refusal === undefined ? notReady : unusable
    const { configuration, left } = isEditable(line) ? change(line) : unchanged
    if (configuration) edits.push({ lineId: line.id, configuration })
    if (left.length > 0) leftOut.push({ lineId: line.id, name: line.name, left })
  }

  return { step: edits.length > 0 ? { label, edits } : undefined, leftOut }
}

const sameHoles = (one: PartMeasures, other: PartMeasures | undefined) =>
  other !== undefined && JSON.stringify(one.holes) === JSON.stringify(other.holes)

/**
 * A service without what belongs to its original part: holes picked on the model, and attached
 * files.
 */
function portable(service: ServiceSelection, keepHoles: boolean): ServiceSelection {
  const bare = withoutFiles(service, () => true)
  if (keepHoles || !('items' in bare)) return bare

  const items = bare.items.map(({ holes: _, ...item }) => item)
  return { ...bare, items } as ServiceSelection
}

/**
 * Adapts a copied configuration to a line. Accepted risks are never copied: each is decided
 * individually.
 */
function adaptedTo(line: EditableLine, copied: Configuration, from: PartMeasures | undefined): Configuration {
  const ownRisks = line.configuration?.services.filter(({ id }) => id === 'risk-acceptance') ?? []
  const keepHoles = sameHoles(line.part, from)
  const services = copied.services
    .filter(({ id }) => id !== 'risk-acceptance')
    .map((service) => portable(service, keepHoles))

  const quantity = line.configuration?.quantity ?? line.view.body?.perFile ?? 1
  return withQuantity({ ...copied, services: [...services, ...ownRisks] }, quantity)
}

/** What was requested but is not in the applied configuration. */
function differences(requested: Configuration, applied: Configuration): LeftOut[] {
  const left: LeftOut[] = []
  if (requested.process !== undefined && applied.process !== requested.process) left.push({ what: 'process' })
  if (requested.colourId !== applied.colourId) left.push({ what: 'colour' })
  if (requested.toleranceId !== applied.toleranceId) left.push({ what: 'tolerance' })
  if (requested.lead !== applied.lead) left.push({ what: 'lead' })
  for (const { id } of requested.services)
    if (!applied.services.some((service) => service.id === id)) left.push({ what: 'service', service: id })

  return left
}

/**
 * Pastes a configuration to other lines. Each keeps its quantity and takes what is possible for
 * its part; the rest is reported. `from` is the part it was copied from, if known.
 */
export const pastedConfiguration = (
  lines: readonly WorkLine[],
  copied: Configuration,
  from: PartMeasures | undefined,
  catalogue: Catalogue,
): BulkEdit =>
  bulkEdit('paste', lines, (line) => {
    // An impossible process is only left out, but an impossible material leaves the line unchanged.
    const fault = misfitOf(line.part, copied.materialId, undefined, catalogue)
    if (fault) return { configuration: undefined, left: [{ what: 'material', fault }] }

    const requested = adaptedTo(line, copied, from)
    const applied = selectMaterial(line.part, requested, copied.materialId, catalogue).configuration
    return { configuration: applied, left: differences(requested, applied) }
  })
