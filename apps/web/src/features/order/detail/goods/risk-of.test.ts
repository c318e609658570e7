import { loadMessages } from '@cotation/messages'
import { describe, expect, it } from 'vitest'
import { riskOf, risksOf } from './risk-of.ts'

describe('what an accepted rule is about', () => {
  it('every rule has a subject of its own words', async () => {
    const { finding } = await loadMessages('en', 'geometry')
    const without = Object.keys(finding ?? {}).filter((rule) => riskOf(rule) === 'other')
    expect(without).toEqual([])
  })

  it.each([
    ['min-wall-cnc-metal', 'walls'],
    ['wall-too-thick-slm', 'thick'],
    ['insert-hole-depth', 'threads'],
    ['escape-hole-dia', 'voids'],
    ['hole-depth-cnc', 'holes'],
    ['corner-depth', 'corners'],
  ])('%s is about %s', (rule, risk) => expect(riskOf(rule)).toBe(risk))

  it('names each subject once, and an unknown rule too', () => {
    expect(risksOf(['min-wall-sla', 'min-wall-mjf', 'brand-new'])).toEqual(['walls', 'other'])
  })
})
