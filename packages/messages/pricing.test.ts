import { languages } from '@cotation/domain'
import { costTerms, landedGaps, manualReasons, orderRefusalCodes, priceTerms, taxReasons } from '@cotation/pricing'
import { describe, expect, it } from 'vitest'
import { loadMessagesWithFallback } from './index.ts'

describe.each(languages)('prices in %s', (language) => {
  it.each<[string, readonly string[]]>([
    ['terms', [...costTerms, ...priceTerms]],
    ['manual', manualReasons],
    ['refusals', orderRefusalCodes],
    ['tax', taxReasons],
    ['reasons', priceTerms],
    ['landedGaps', landedGaps],
  ])('have a text for every code of the group %s', async (group, codes) => {
    const messages: Record<string, unknown> = { ...(await loadMessagesWithFallback(language, 'pricing')) }
    const texts = messages[group] as Record<string, string>
    expect(codes.filter((code) => !texts[code])).toEqual([])
  })
})
