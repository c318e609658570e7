import type { PartAnalysis } from '@cotation/geometry'
import { expect, it } from 'vitest'
import { meshBuffers } from './serve-part.ts'

const mesh = () => ({
  positions: new Float32Array(9),
  normals: new Float32Array(9),
  indices: new Uint32Array(3),
  groups: new Uint32Array(3),
})

it('lists every buffer of the meshes once', () => {
  const display = mesh()
  const thumbnail = mesh()
  const value = { bodies: [{ display, thumbnail }, { thumbnail }] } as unknown as PartAnalysis
  const buffers = meshBuffers({ kind: 'finished', verdict: { ok: true, value } })
  expect(buffers).toEqual([...Object.values(display), ...Object.values(thumbnail)].map(({ buffer }) => buffer))
  expect(new Set(buffers).size).toBe(8)
})

it('lists no buffers for progress and refusals', () => {
  expect(meshBuffers({ kind: 'progress', stage: 'reading', done: 0 })).toEqual([])
  expect(meshBuffers({ kind: 'finished', verdict: { ok: false, refusal: { code: 'cancelled' } } })).toEqual([])
})
