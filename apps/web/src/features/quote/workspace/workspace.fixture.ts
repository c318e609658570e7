import type { Catalogue, Configuration, PartMeasures } from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import { firstConfiguration, priceLine, referenceParts } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { vi } from 'vitest'
import { aLineView, aProjectView } from '#lib/testing/views.ts'
import { totalOf } from './line-price.ts'
import type { EditStep, WorkLine } from './work-line.ts'
import type { Workspace, WorkspaceActions } from './workspace.ts'

const materialIds = ['sla-9600-white', 'mjf-pa12', 'al-6061-t6', 'al-mic6', 'vc-pu-abs']

/** One or two materials of each technology, with the prices of the packaged catalogue. */
export const smallCatalogue: Catalogue = {
  ...packagedCatalogue,
  materials: packagedCatalogue.materials.filter(({ id }) => materialIds.includes(id)),
}

/** The measures of a reference part: `housing-100x60x30`, `shaft-30x80` … */
export function measuresOf(id: string): PartMeasures {
  const part = referenceParts.find((one) => one.id === id)
  if (!part) throw new Error(`no reference part ${id}`)
  return part.measures
}

/** The usual configuration as a 3D print. */
export function usualPrint(part: PartMeasures, catalogue: Catalogue): Configuration {
  const start = { service: '3d-printing', materialId: null, quantity: 1 } as const
  const configuration = firstConfiguration({ measures: part }, start, catalogue)
  if (!configuration) throw new Error('the part fits nothing')
  return configuration
}

/** The price of a part, or its faults. */
function priced(part: PartMeasures, configuration: Configuration, catalogue: Catalogue) {
  const verdict = priceLine(part, configuration, catalogue)
  return verdict.ok ? { price: verdict.price, faults: [] } : { price: undefined, faults: verdict.faults }
}

/** A line with the usual configuration of a reference part and its real price. */
export function aWorkLine(
  catalogue: Catalogue,
  { reference = 'housing-100x60x30', ...traits }: Partial<WorkLine> & { reference?: string } = {},
): WorkLine {
  const part = measuresOf(reference)
  const configuration = traits.configuration ?? usualPrint(part, catalogue)
  const { price, faults } = priced(part, configuration, catalogue)
  const name = traits.name ?? `${reference}.stl`
  const view = traits.view ?? aLineView({ name, part, configuration })

  return {
    id: view.id,
    name,
    comment: '',
    configuration,
    part,
    sizeMm: part.sizeMm,
    status: price ? 'ready' : 'configuring',
    price,
    faults,
    findings: [],
    source: 'server',
    difference: undefined,
    refusal: undefined,
    progress: undefined,
    local: undefined,
    provisional: false,
    view,
    ...traits,
  }
}

/** A line after an edit, repriced like in the workspace. */
export function edited(line: WorkLine, { edits }: EditStep, catalogue: Catalogue = smallCatalogue): WorkLine {
  const edit = edits.find(({ lineId }) => lineId === line.id)
  if (!edit) return line

  const { lineId: _, ...changes } = edit
  const changed = { ...line, ...changes }
  return changed.part && changes.configuration
    ? { ...changed, ...priced(changed.part, changes.configuration, catalogue) }
    : changed
}

/** Records what a screen asks for. */
export function fakeActions() {
  const later = () => vi.fn(async () => {})
  return {
    edit: vi.fn((_step: EditStep) => {}),
    undo: vi.fn(),
    redo: vi.fn(),
    retrySave: vi.fn(),
    addFiles: vi.fn(),
    removeLines: vi.fn(async (_lineIds: readonly string[]) => {}),
    restoreLines: later(),
    transferLines: later(),
    pauseUpload: vi.fn(),
    resumeUpload: vi.fn(),
    replaceFile: later(),
    attach: vi.fn(async () => 'upload-1'),
    detach: later(),
    setUnit: vi.fn(async (_lineId: string, _unit: LengthUnit) => {}),
    notifyMe: later(),
    acceptFindings: later(),
    withdrawFindings: later(),
    askExpert: later(),
    recallExpert: later(),
    rename: vi.fn(async (_name: string) => {}),
    setCountry: vi.fn(async (_country: string) => {}),
    keepCountry: later(),
    switchTechnology: later(),
    duplicate: vi.fn(async () => '22222222-2222-4222-8222-222222222222'),
    requote: later(),
    share: vi.fn(async () => 'k'.repeat(43)),
    unshare: later(),
  } satisfies WorkspaceActions
}

export function aWorkspaceOf(lines: readonly WorkLine[], traits: Partial<Workspace> = {}): Workspace {
  return {
    project: aProjectView(),
    catalogue: smallCatalogue,
    lines,
    total: totalOf(lines, '3d-printing', smallCatalogue),
    save: 'saved',
    undoable: undefined,
    redoable: undefined,
    actions: fakeActions(),
    ...traits,
  }
}
