import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createStore } from '#lib/store.ts'
import { viewOf } from '../camera/camera.ts'
import type { CameraControl } from '../camera/use-camera.ts'
import { MarkOverlay } from './mark-overlay.tsx'
import type { ViewMark } from './marks.ts'

const size = { width: 800, height: 500 }
const camera = viewOf('top', { min: [0, 0, 0], max: [30, 20, 10] }, size)
const control = { camera: createStore(camera), size: createStore(size) } as unknown as CameraControl

const mark = (id: string, kind: ViewMark['kind'], tone: ViewMark['tone'], x: number): ViewMark => ({
  id,
  kind,
  tone,
  at: [x, 5, 10],
  faces: [],
  label: id,
})

function markers(...marks: ViewMark[]) {
  const { container } = render(
    <MarkOverlay marks={marks} control={control} hidden={new Set()} selected={undefined} onChoose={() => {}} />,
  )
  return [...container.querySelectorAll('button')].map(({ textContent }) => textContent)
}

describe('a marker', () => {
  it('shows the severity of a finding, and does not count the hole beside it', () => {
    expect(markers(mark('thin', 'finding', 'blocks', 4), mark('hole', 'hole', 'neutral', 4.2))).toEqual(['!'])
  })

  it('shows sign and count of several marks of one kind', () => {
    const findings = [mark('thin', 'finding', 'warns', 4), mark('deep', 'finding', 'warns', 4.2)]
    const holes = [mark('a', 'hole', 'neutral', 25), mark('b', 'hole', 'neutral', 25.2)]
    expect(markers(...findings, ...holes)).toEqual(['!2', 'Ø2'])
  })
})
