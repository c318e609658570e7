import { loadMessages } from '@cotation/messages'
import { describe, expect, it } from 'vitest'
import { riskTopics } from './order-lines.tsx'

describe('topics of accepted rules', () => {
  it('has a topic for every rule', async () => {
    const { finding } = await loadMessages('en', 'geometry')
    expect(riskTopics(Object.keys(finding ?? {}))).not.toContain('other')
  })

  it.each([
    ['min-wall-cnc-metal', 'walls'],
    ['wall-too-thick-slm', 'thick'],
    ['insert-hole-depth', 'threads'],
    ['escape-hole-dia', 'voids'],
    ['hole-depth-cnc', 'holes'],
    ['corner-depth', 'corners'],
  ])('assigns %s to the topic %s', (rule, topic) => expect(riskTopics([rule])).toEqual([topic]))

  it('lists each topic once, and unknown rules as other', () => {
    expect(riskTopics(['min-wall-sla', 'min-wall-mjf', 'brand-new'])).toEqual(['walls', 'other'])
  })
})
