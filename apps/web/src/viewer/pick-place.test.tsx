import type { Vec3 } from '@cotation/geometry'
import { box } from '@cotation/geometry/solids'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubDrawing } from '#features/quote/panel/drawing-stub.fixture.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import type { ViewMark } from './marks/marks.ts'
import { shownMesh } from './scene/shown-mesh.fixture.ts'
import { Viewer } from './viewer.tsx'

afterEach(() => vi.restoreAllMocks())

const bodies = [{ mesh: shownMesh(box([20, 10, 5])).mesh, colour: undefined, closed: true }]
const size = { min: [0, 0, 0], max: [20, 10, 5] } as const

async function open() {
  const { drawers } = stubDrawing()
  await ensureMessages(['viewer'], 'en')
  const selected = vi.fn()
  const picked: Vec3[] = []

  function Page() {
    const [marks, setMarks] = useState<ViewMark[]>([])
    const onPick = (at: Vec3) => {
      picked.push(at)
      setMarks([{ id: 'place', kind: 'place', tone: 'blocks', at, faces: [], label: 'Here' }])
    }

    return (
      <Viewer
        bodies={bodies}
        box={size}
        description="part.stl"
        marks={marks}
        selected={undefined}
        onSelect={selected}
        onPick={onPick}
        finish={undefined}
        wallLimitMm={undefined}
      />
    )
  }

  await renderScreen(Page, '/', '/', { language: 'en' })
  const [worker] = drawers
  if (!worker) throw new Error('nothing draws')
  worker.say({ kind: 'drawn' })

  /** Runs a gesture with this point of the part beneath it. */
  const pickAt = async (at: Vec3, gesture: () => void) => {
    worker.under = { at, on: 'face', face: 0, form: undefined }
    gesture()
    await waitFor(() => expect(picked.at(-1)).toEqual(at))
  }

  return { worker, selected, picked, pickAt, surface: () => screen.getByRole('application') }
}

describe('picking a place on the part', () => {
  it('takes the clicked point and shows it, and selects nothing', async () => {
    const { surface, pickAt, selected, worker } = await open()
    await pickAt([20, 5, 2], () => {
      const at = { clientX: 30, clientY: 40, button: 0, bubbles: true }
      for (const type of ['pointerdown', 'pointerup'])
        surface().dispatchEvent(Object.assign(new MouseEvent(type, at), { pointerId: 1 }))
    })

    await waitFor(() => expect(worker.last('marks')).toMatchObject({ marks: [{ id: 'place', at: [20, 5, 2] }] }))
    expect(screen.queryByText(/On the part/)).toBeNull()
    expect(selected).not.toHaveBeenCalled()
  })

  it('works without a pointer: Enter picks the place under the cross', async () => {
    const { surface, pickAt, picked, worker } = await open()
    const enter = () => fireEvent.keyDown(surface(), { key: 'Enter' })
    await pickAt([10, 5, 5], enter)
    await pickAt([10, 6, 5], enter)
    expect(worker.last('pick')?.at).toEqual([400, 250])
    expect(picked).toEqual([
      [10, 5, 5],
      [10, 6, 5],
    ])
  })
})
