import { type Catalogue, type Configuration, defaultConfiguration } from '@cotation/domain'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import type { PartFacts } from '#features/quote/workspace/part-data.ts'
import type { EditStep, WorkLine } from '#features/quote/workspace/work-line.ts'
import {
  aWorkLine,
  aWorkspaceOf,
  edited,
  fakeActions,
  measuresOf,
  smallCatalogue,
} from '#features/quote/workspace/workspace.fixture.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { aLineView, aProjectView } from '#lib/testing/views.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { PartPanelView } from './part-panel.tsx'

export interface PanelVisit {
  catalogue?: Catalogue
  reference?: string
  materialId?: string
  configuration?: Partial<Configuration>
  line?: Partial<WorkLine>
  facts?: Partial<PartFacts>
  readOnly?: boolean
  actions?: Partial<WorkspaceActions>
}

function lineOf({ catalogue = smallCatalogue, reference = 'bracket-100x60x25', ...visit }: PanelVisit): WorkLine {
  const part = measuresOf(reference)
  const usual = defaultConfiguration(part, visit.materialId ?? 'al-6061-t6', catalogue, 10)
  const configuration = { ...usual, ...visit.configuration }
  const view = aLineView({ name: 'bracket.stl', part, configuration, ...visit.line?.view })

  return {
    ...aWorkLine(catalogue, { reference, configuration, name: 'bracket.stl' }),
    ...visit.line,
    view,
    id: view.id,
  }
}

/** Renders the panel of the second of two parts; the first can be opened from it. `edits` are the edits that the panel made. */
export async function showPanel(visit: PanelVisit = {}) {
  const { catalogue = smallCatalogue, readOnly = false } = visit
  await ensureMessages(['panel', 'line', 'material', 'upload', 'configuration', 'pricing', 'geometry', 'viewer'], 'en')

  const edits: EditStep[] = []
  const onClose = vi.fn()
  const onOpen = vi.fn()
  const fake = fakeActions()
  const first = aWorkLine(catalogue, { name: 'first.stl' })
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
    const [openedId, setOpenedId] = useState(current.id)
    current = line

    const edit = (step: EditStep) => {
      edits.push(step)
      setLine(edited(line, step, catalogue))
    }
    const open = (lineId: string) => {
      onOpen(lineId)
      setOpenedId(lineId)
    }
    const workspace = aWorkspaceOf([first, line], {
      project: aProjectView({ validUntil: '2026-12-15T09:00:00.000Z' }),
      catalogue,
      actions: { ...fake, edit, ...visit.actions },
    })

    return (
      <PartPanelView
        workspace={workspace}
        line={openedId === first.id ? first : line}
        facts={facts}
        readOnly={readOnly}
        onClose={onClose}
        onOpen={open}
      />
    )
  }

  await renderScreen(Stage, '/quote/project')
  await screen.findByRole('article')

  return {
    edits,
    ...fake,
    onClose,
    onOpen,
    line: () => current,
    configuration: () => current.configuration as Configuration,
  }
}

/** The section of the panel with that title. */
export const section = (name: string) => within(screen.getByRole('region', { name }))

export const minorOf = (element: Element | null | undefined): number => Number(element?.getAttribute('value'))

export const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
