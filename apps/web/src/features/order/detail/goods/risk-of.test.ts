import { loadMessages } from '@cotation/messages'
import { describe, expect, it } from 'vitest'
import { riskOf, risksOf } from './risk-of.ts'

describe('topics of accepted rules', () => {
  it('has a topic for every rule', async () => {
    const { finding } = await loadMessages('en', 'geometry')
    const withoutTopic = Object.keys(finding ?? {}).filter((rule) => riskOf(rule) === 'other')
    expect(withoutTopic).toEqual([])
  })

  it.each([
    ['min-wall-cnc-metal', 'walls'],
    ['wall-too-thick-slm', 'thick'],
    ['insert-hole-depth', 'threads'],
    ['escape-hole-dia', 'voids'],
    ['hole-depth-cnc', 'holes'],
    ['corner-depth', 'corners'],
  ])('assigns %s to the topic %s', (rule, risk) => expect(riskOf(rule)).toBe(risk))

  it('lists each topic once, and unknown rules as other', () => {
    expect(risksOf(['min-wall-sla', 'min-wall-mjf', 'brand-new'])).toEqual(['walls', 'other'])
  })
})
