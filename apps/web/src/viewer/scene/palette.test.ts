import { describe, expect, it } from 'vitest'
import { edgeColour, palettes } from './palette.ts'

describe('the edges of a part', () => {
  it.each([
    ['white paint', '#f3f2ee', 'edge'],
    ['bare aluminium', '#c3c8cd', 'edge'],
    ['yellow paint', '#ffcd00', 'edge'],
    ['red paint', '#c8102e', 'lightEdge'],
    ['black paint (RAL 9005)', '#0a0a0d', 'lightEdge'],
    ['dark blue paint', '#10182a', 'lightEdge'],
  ] as const)('contrast with %s in both colour schemes', (_name, hex, edge) => {
    for (const palette of Object.values(palettes)) expect(edgeColour(palette, hex)).toBe(palette[edge])
  })

  it('are dark on a part without a colour', () => {
    expect(edgeColour(palettes.light, undefined)).toBe(palettes.light.edge)
  })
})
