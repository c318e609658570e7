import type { ServiceId, ServiceSelection } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { serviceDays } from './service-days.ts'

const days = (selection: ServiceSelection, ...others: ServiceSelection[]): number =>
  serviceDays(selection, [selection, ...others], 10, packagedCatalogue)
const colours = (count: number): string[] => Array.from({ length: count }, (_, index) => `colour-${index}`)

const painting = (count: number): ServiceSelection => ({
  id: 'painting',
  option: 'pantone',
  colours: colours(count),
  finish: 'matt',
})

const holes = (count: number) => [
  { size: 'M3', count, depthMm: 6 },
  { size: 'M4', count, depthMm: 8 },
]

describe('working days of services', () => {
  it.each([
    [1, 4],
    [2, 8],
    [5, 20],
  ])('painting adds 4 days per colour (spec 9): %i colours, %i days', (count, expected) => {
    expect(days(painting(count))).toBe(expected)
  })

  it('painting counts one colour if none is entered yet', () => {
    expect(days(painting(0))).toBe(4)
  })

  it.each([
    ['solid', 1, 3],
    ['solid', 2, 4],
    ['gradient', 3, 4],
    ['cream', 1, 3],
  ])(
    'dyeing adds 3 days for one colour, 4 for several (spec 9): %s, %i colours, %i days',
    (option, count, expected) => {
      expect(days({ id: 'dyeing', option, colours: colours(count) })).toBe(expected)
    },
  )

  it('silkscreen adds 3 days, or 1 day if painting is also chosen (spec 9)', () => {
    const silkscreen: ServiceSelection = {
      id: 'silkscreen',
      option: 'screen',
      colours: colours(2),
      zones: 2,
      position: '',
    }

    expect(days(silkscreen)).toBe(3)
    expect(days(silkscreen, { id: 'sandblasting', option: 'glass-80' })).toBe(3)
    expect(days(silkscreen, painting(1))).toBe(1)
  })

  it.each([
    ['spray-paint', 2],
    ['oil-spray', 1],
    ['vapour-smoothing', 1],
    ['vapour-polish', 1],
    ['electroplating', 1],
    ['waterproof', 1],
    ['black-oxide', 1],
  ])('special treatment adds 1 day, spray paint 2 (spec 9): %s, %i', (option, expected) => {
    expect(days({ id: 'special-treatment', option })).toBe(expected)
  })

  it('tapping, brass insert and helicoil add 1 working day each, not one per hole (spec 9)', () => {
    expect(days({ id: 'tapping', option: '6H', items: holes(20) })).toBe(1)
    expect(days({ id: 'brass-insert', option: 'heat-set', items: holes(20) })).toBe(1)
    const items = holes(20).map((hole) => ({ ...hole, ratio: '1.5D' as const }))
    expect(days({ id: 'helicoil', option: 'locking', items })).toBe(1)
  })

  it.each([
    [{ id: 'polishing', option: 'tumbling' }, 1],
    [{ id: 'polishing', option: 'mirror' }, 3],
    [{ id: 'sandblasting', option: 'glass-120' }, 0],
    [{ id: 'sandblasting', option: 'alox-120' }, 1],
    [{ id: 'heat-treatment', option: 'hip' }, 6],
    [{ id: 'heat-treatment', option: 'stress-relief' }, 0],
    [{ id: 'passivation', option: 'astm-a967-citric' }, 1],
    [{ id: 'electrophoresis', option: 'black' }, 3],
    [{ id: 'inspection', option: 'report-first' }, 1],
    [{ id: 'inspection', option: 'report-all' }, 2],
    [{ id: 'certificate', option: 'en-10204-3.1' }, 0],
    [{ id: 'polishing', option: 'unheard-of' }, 0],
  ] as const)('%o adds %i days (catalogue 2)', (selection, expected) => {
    expect(days(selection)).toBe(expected)
  })

  it.each([
    [1, 1],
    [5, 1],
    [6, 2],
  ])('a report on all of %i pieces adds %i days: up to 5 pieces it is the shorter report', (quantity, expected) => {
    const report = { id: 'inspection', option: 'report-all' } as const
    expect(serviceDays(report, [report], quantity, packagedCatalogue)).toBe(expected)
  })

  it('a service that is not in the catalogue adds nothing', () => {
    const catalogue = { ...packagedCatalogue, services: [] }
    expect(serviceDays(painting(2), [], 10, catalogue)).toBe(0)
  })

  it('every service of the catalogue has whole days that are not negative', () => {
    for (const { id, options } of packagedCatalogue.services)
      for (const { id: option } of options) {
        const own = days({ id, option } as ServiceSelection & { id: ServiceId })
        expect(Number.isInteger(own) && own >= 0, `${id} ${option}: ${own}`).toBe(true)
      }
  })
})
