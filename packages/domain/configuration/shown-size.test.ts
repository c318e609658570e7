import { describe, expect, it } from 'vitest'
import { shownSizeMm } from './shown-size.ts'

const turnedByAngle = { sizeMm: [90, 29.96, 29.96] as const }

describe('the size that customers read', () => {
  it('is that of the file as drawn, not the smallest box that prices use', () => {
    expect(shownSizeMm({ bodyCount: 1, sizeMm: [30, 30, 90] }, turnedByAngle)).toEqual([30, 30, 90])
  })

  it('is that of the body in a file of several', () => {
    expect(shownSizeMm({ bodyCount: 3, sizeMm: [300, 200, 90] }, turnedByAngle)).toEqual([90, 29.96, 29.96])
  })

  it('is that of the file until its bodies are measured, and unknown before', () => {
    expect(shownSizeMm({ bodyCount: 3, sizeMm: [300, 200, 90] }, null)).toEqual([300, 200, 90])
    expect(shownSizeMm(null, null)).toBeUndefined()
  })
})
