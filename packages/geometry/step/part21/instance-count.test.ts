import { describe, expect, it } from 'vitest'
import { instanceCount } from './instance-count.ts'
import { indexPart21 } from './part21.ts'

/** A file with these usages, each `parent → child`. */
function counted(usages: readonly (readonly [number, number])[], max = 1000): number {
  const lines = usages.map(
    ([parent, child], i) => `#${i + 1}=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#${parent},#${child},$);`,
  )
  const text = `ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`
  const file = indexPart21(new TextEncoder().encode(text), () => undefined)
  if ('problem' in file) throw new Error(file.problem)
  return instanceCount(file, max)
}

describe('the instance count', () => {
  it.each<[string, [number, number][], number]>([
    ['no assembly', [], 0],
    [
      'two instances of one part',
      [
        [100, 200],
        [100, 200],
      ],
      2,
    ],
    [
      'two instances of an assembly of three',
      [
        [100, 200],
        [100, 200],
        [200, 300],
        [200, 300],
        [200, 301],
      ],
      6,
    ],
    [
      'two roots',
      [
        [100, 300],
        [101, 300],
      ],
      2,
    ],
    [
      'an assembly that contains itself',
      [
        [100, 200],
        [200, 200],
      ],
      0,
    ],
    [
      'a cycle below a root',
      [
        [100, 200],
        [200, 201],
        [201, 200],
        [100, 300],
      ],
      1,
    ],
  ])('is correct for %s', (_what, usages, expected) => {
    expect(counted(usages)).toBe(expected)
  })

  it('stops at the maximum for deeply nested assemblies', () => {
    const usages = Array.from({ length: 12 }, (_, level) =>
      Array.from({ length: 10 }, () => [100 + level, 101 + level] as [number, number]),
    ).flat()
    expect(counted(usages, 50_000)).toBe(50_000)
  })

  it('does not overflow the stack for a chain of 100,000 assemblies', () => {
    expect(counted(Array.from({ length: 100_000 }, (_, i) => [1e6 + i, 1e6 + i + 1] as [number, number]))).toBe(1)
  })
})
