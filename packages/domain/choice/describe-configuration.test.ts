import { describe, expect, it } from 'vitest'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { configured, smallCatalogue } from '../configuration/small-catalogue.fixture.ts'
import { descriptionTexts } from './configuration-description.ts'
import { type DescriptionWords, describeConfiguration } from './describe-configuration.ts'

/** Shows keys and values, so that a test sees which text is used. */
const words: DescriptionWords = {
  language: 'fr',
  say: (key, values) => `${key}[${Object.values(values ?? {}).join('|')}]`,
  choice: (value) => (value === 'matte' ? 'Mat' : value),
  number: (value) => value.toLocaleString('fr'),
}

const described = (materialId: string, services: ServiceSelection[] = []) =>
  describeConfiguration(configured(materialId, services), undefined, smallCatalogue, words)

const servicesOf = (materialId: string, service: ServiceSelection) => described(materialId, [service]).services

const painting: ServiceSelection = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' }

describe('the description of a configuration', () => {
  it('names material, process, colour and tolerance in the reader’s language', () => {
    const description = described('al-6061-t6')

    expect(description).toMatchObject({ material: 'al-6061-t6 (fr)', process: 'milling (fr)', services: [] })
    expect(description.colour).not.toBe('')
    expect(description.tolerance).toBe('tolerance[iso2768-m (fr)]')
  })

  it('uses the priced process rather than the material’s first', () => {
    const configuration = configured('al-6061-t6', [])
    expect(describeConfiguration(configuration, 'turning', smallCatalogue, words).process).toBe('turning (fr)')
  })

  it('names the paint instead of the colour below it', () => {
    const description = described('al-6061-t6', [painting])

    expect(description.colour).toBe('')
    expect(description.services).toEqual([
      'with[option[painting (fr)|pantone (fr)]|colours[1|RAL 9005]separator[]finish[mat]]',
    ])
  })

  it('names threads with count, size and length', () => {
    const item = { size: 'M6', count: 4, depthMm: 9.5 }
    const [tapping] = servicesOf('al-6061-t6', { id: 'tapping', option: 'standard', items: [item] })

    expect(tapping).toContain('threads[M6|4|9,5]')
  })

  it('writes the length of an inserted thread in the reader’s language', () => {
    const item = { size: 'M6', count: 4, depthMm: 9, ratio: '1.5D' } as const
    const [helicoil] = servicesOf('al-6061-t6', { id: 'helicoil', option: 'free-running', items: [item] })

    expect(helicoil).toContain('ratio[M6|4|1,5D|9]')
  })

  it('omits accepted risks and details that were left out', () => {
    const risks: ServiceSelection = { id: 'risk-acceptance', option: 'accept', ruleIds: ['thin-wall'] }
    expect(described('al-6061-t6', [risks]).services).toEqual([])

    const [polishing] = servicesOf('steel-1045', { id: 'polishing', option: 'satin' })
    expect(polishing).toBe('option[polishing (fr)|satin (fr)]')
  })

  it('is empty without a configuration or with an unknown material', () => {
    const nothing = { material: '', process: '', colour: '', tolerance: '', services: [] }

    expect(describeConfiguration(null, undefined, smallCatalogue, words)).toEqual(nothing)
    expect(described('none')).toEqual(nothing)
    expect(descriptionTexts(nothing)).toEqual([])
  })

  it('lists its texts without gaps', () => {
    const texts = descriptionTexts(described('al-6061-t6', [painting]))

    expect(texts).toHaveLength(4)
    expect(texts).not.toContain('')
  })
})
