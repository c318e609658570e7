import type { ProjectView } from '@cotation/contracts'
import { type Catalogue, type Configuration, defaultConfiguration, type PartMeasures } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { priceLine, referenceParts } from '@cotation/pricing'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import type { PartFacts } from '#features/quote/workspace/part-data.ts'
import { smallCatalogue } from '#features/quote/workspace/small-catalogue.fixture.ts'
import { aWorkLine } from '#features/quote/workspace/work-line.fixture.ts'
import type { EditStep, WorkFinding, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace, WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { aLineView } from '#lib/testing/line-view.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { PartPanelView } from './part-panel.tsx'

const project: ProjectView = {
  id: '00000000-0000-4000-8000-00000000ffff',
  name: 'Robot arm',
  service: '3d-printing',
  revision: 1,
  createdAt: '2026-11-15T09:00:00.000Z',
  updatedAt: '2026-11-15T09:00:00.000Z',
  catalogueVersion: '2026-11-01.1',
  pricedAt: '2026-11-15T09:00:00.000Z',
  validUntil: '2026-12-15T09:00:00.000Z',
  shared: false,
  lines: [],
}

export function measuresOf(id: string): PartMeasures {
  const part = referenceParts.find((one) => one.id === id)
  if (!part) throw new Error(`no reference part ${id}`)
  return part.measures
}

/** A line with its price, like in the workspace after an edit. */
function repriced(line: WorkLine, configuration: Configuration, catalogue: Catalogue): WorkLine {
  if (!line.part) return line

  const verdict = priceLine(line.part, configuration, catalogue)

  return {
    ...line,
    configuration,
    price: verdict.ok ? verdict.price : undefined,
    faults: verdict.ok ? [] : verdict.faults,
  }
}

export interface PanelVisit {
  catalogue?: Catalogue
  reference?: string
  materialId?: string
  configuration?: Partial<Configuration>
  findings?: readonly Finding[]
  line?: Partial<WorkLine>
  facts?: Partial<PartFacts>
  readOnly?: boolean
  actions?: Partial<WorkspaceActions>
}

function lineOf({ catalogue = smallCatalogue, reference = 'bracket-100x60x25', ...visit }: PanelVisit): WorkLine {
  const part = measuresOf(reference)
  const usual = defaultConfiguration(part, visit.materialId ?? 'al-6061-t6', catalogue, 10)
  const configuration = { ...usual, ...visit.configuration }
  const findings = (visit.findings ?? []).map((finding): WorkFinding => ({ finding, accepted: undefined }))
  const view = aLineView({ name: 'bracket.stl', part, configuration, ...visit.line?.view })

  return {
    ...aWorkLine(catalogue, { reference, configuration, name: 'bracket.stl', findings }),
    ...visit.line,
    view,
    id: view.id,
  }
}

/**
 * A part's panel over lines that live on this page; `edits` are what was asked of the workspace.
 */
export async function showPanel(visit: PanelVisit = {}) {
  const { catalogue = smallCatalogue, readOnly = false } = visit
  await ensureMessages(['panel', 'configuration', 'pricing', 'geometry', 'viewer'], 'en')

  const edits: EditStep[] = []
  const calls = {
    undo: vi.fn(),
    attach: vi.fn(async (_lineId: string, _file: File) => 'upload-1'),
    detach: vi.fn(async () => {}),
    replaceFile: vi.fn(async () => {}),
    setUnit: vi.fn(async () => {}),
    acceptFindings: vi.fn(async (_lineId: string, _ruleIds: readonly string[]) => {}),
    withdrawFindings: vi.fn(async () => {}),
    askExpert: vi.fn(async (_lineId: string, _question: string, _email: string) => {}),
    recallExpert: vi.fn(async () => {}),
    onClose: vi.fn(),
    onOpen: vi.fn(),
  }

  let current = lineOf(visit)
  const facts: PartFacts = {
    analysis: undefined,
    body: undefined,
    mesh: undefined,
    state: 'none',
    retry: () => {},
    ...visit.facts,
  }

  function Stage() {
    const [line, setLine] = useState(current)
    current = line

    const edit = (step: EditStep) => {
      edits.push(step)
      for (const { name, comment, configuration } of step.edits) {
        const named = { ...line, ...(name !== undefined && { name }), ...(comment !== undefined && { comment }) }
        setLine(configuration ? repriced(named, configuration, catalogue) : named)
      }
    }
    const { onClose, onOpen, ...asked } = calls
    const workspace: Workspace = {
      project,
      catalogue,
      lines: [aWorkLine(catalogue, { name: 'first.stl' }), line],
      totalMinor: 0,
      save: 'saved',
      undoable: undefined,
      redoable: undefined,
      actions: { ...elsewhere, edit, ...asked, ...visit.actions },
    }

    return <PartPanelView {...{ workspace, line, facts, readOnly, onClose, onOpen }} />
  }

  await renderScreen(Stage, '/quote/project')
  await screen.findByRole('article')

  return { edits, ...calls, line: () => current, configuration: () => current.configuration as Configuration }
}

async function done() {}
const named = async () => ''

/** Actions that the panel never calls. */
const elsewhere = {
  redo: () => {},
  retrySave: () => {},
  addFiles: () => {},
  pauseUpload: () => {},
  resumeUpload: () => {},
  removeLines: done,
  restoreLines: done,
  transferLines: done,
  notifyMe: done,
  rename: done,
  switchTechnology: done,
  duplicate: named,
  requote: done,
  share: named,
  unshare: done,
}

/** The section of the panel with that title. */
export const section = (name: string) => within(screen.getByRole('region', { name }))

export const minorOf = (element: Element | null | undefined): number => Number(element?.getAttribute('value'))

export const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
