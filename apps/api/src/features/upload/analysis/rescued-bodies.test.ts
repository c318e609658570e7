import type { AnalysedBody } from '@cotation/geometry'
import { describe, expect, it } from 'vitest'
import { rescuedBodies } from './rescued-bodies.ts'

describe('bodies measured in a later analysis', () => {
  const known = (index: number, name: string, fingerprint: string) => ({
    body_index: index,
    name,
    fingerprint,
    failure: fingerprint.startsWith('failed') ? { code: 'deadline' } : null,
  })
  const bodies = (...of: [name: string, fingerprint: string][]) =>
    of.map(([name, fingerprint]) => ({ name, fingerprint }) as AnalysedBody)
  const indexes = (...[before, after]: Parameters<typeof rescuedBodies>) =>
    rescuedBodies(before, after).map(({ bodyIndex, body }) => [bodyIndex, body.fingerprint])

  it('are matched by name, equal names in file sequence, and only if they are new', () => {
    const before = [
      known(0, 'a', 'f1'),
      known(1, 'a', 'failed a'),
      known(2, 'b', 'failed b'),
      known(3, 'b', 'failed b'),
    ]
    const after = bodies(['b', 'f3'], ['a', 'f1'], ['a', 'f2'], ['b', 'f4'])
    expect(indexes(before, after)).toEqual([
      [1, 'f2'],
      [2, 'f3'],
      [3, 'f4'],
    ])
  })

  it('are left alone where it is unknown which is which', () => {
    const before = [known(0, 'a', 'f1'), known(1, 'a', 'failed a'), known(2, 'c', 'failed c')]
    expect(indexes(before, bodies(['a', 'f8'], ['a', 'f9'], ['d', 'f3']))).toEqual([])
  })
})
