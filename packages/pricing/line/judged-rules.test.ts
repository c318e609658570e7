import { defaultConfiguration, type PartMeasures } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { referenceParts } from '#pricing/reference/reference-parts.ts'
import { judgedRules } from './judged-rules.ts'

const part = referenceParts[0]?.measures as PartMeasures
const usual = (materialId: string) => defaultConfiguration(part, materialId, catalogue, 1)

describe('the rules that judged a line', () => {
  it('are those of the chosen process and material', () => {
    const judged = judgedRules(part, usual('al-6061-t6'), catalogue)
    expect(judged).toContain('min-hole-cnc')
    expect(judged).toContain('min-wall-cnc-metal')
    expect(judged).not.toContain('min-hole-sla')
    expect(judged).not.toContain('draft-casting')
  })

  it('are those that the catalogue of the order had switched on', () => {
    const limits = { 'min-hole-cnc': { blocks: null, warns: null, informs: null } }
    const judged = judgedRules(part, usual('al-6061-t6'), { ...catalogue, ruleLimits: limits })
    expect(judged).not.toContain('min-hole-cnc')
  })

  it('are none for an unknown material', () => {
    expect(judgedRules(part, { ...usual('mjf-pa12'), materialId: 'unobtainium' }, catalogue)).toEqual([])
  })
})
