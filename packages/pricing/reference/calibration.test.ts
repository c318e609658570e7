/*
 * The public prices of catalogue 4. If a source publishes size, volume and surface, or the file, a
 * point shows that the model meets the market. Most do not: what is missing (`assumed`) was chosen
 * to give the price printed in catalogue 4. Those points only guard the model against change.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { castingPoints } from './casting-points.fixture.ts'
import { machiningPoints } from './machining-points.fixture.ts'
import { metalPoints } from './metal-points.fixture.ts'
import { modelled, type PricePoint } from './price-point.fixture.ts'
import { printingPointsCn } from './printing-points-cn.fixture.ts'
import { printingPointsEu } from './printing-points-eu.fixture.ts'

const points = [...printingPointsCn, ...metalPoints, ...machiningPoints, ...castingPoints, ...printingPointsEu]
const proving = points.filter(({ provesNothing }) => !provesNothing)

const within30 = (point: PricePoint) => Math.abs(modelled(point) / point.referenceUsd - 1) <= 0.3
const deviation = (point: PricePoint) => Math.abs(modelled(point) / point.modelUsd - 1)

describe('the calibration of catalogue 4', () => {
  it('has 68 points, of which 57 test the formulas', () => {
    expect(new Set(points.map(({ label }) => label)).size).toBe(68)
    expect(proving).toHaveLength(57)
  })

  it('is within 30 % of 62 of the 68 public prices, and of 51 of the 57', () => {
    expect(points.filter(within30).length).toBeGreaterThanOrEqual(62)
    expect(proving.filter(within30).length).toBeGreaterThanOrEqual(51)
  })

  it.each(points)('prices "$label" as printed, within 2 %', (point) => {
    expect(modelled(point)).toBeGreaterThan(point.modelUsd * 0.98)
    expect(modelled(point)).toBeLessThan(point.modelUsd * 1.02)
  })

  it('prices parts whose measures are all published as printed, within 1 %', () => {
    const published = points.filter(({ assumed }) => assumed === undefined)
    expect(published.length).toBeGreaterThanOrEqual(14)
    expect(published.filter((point) => deviation(point) > 0.01).map(({ label }) => label)).toEqual([])
  })
})

const readme = join(import.meta.dirname, '../../../../shared/catalogue/README.md')

describe.skipIf(!existsSync(readme))('the table in the catalogue', () => {
  it('has the same points', () => {
    const [, section = ''] = readFileSync(readme, 'utf8').split('## 4. Calibration')
    const rows = section
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, card = '']) => /^(cn|eu|eu\/cn)$/.test(card))
      .map(([, card, process, label, reference, model, , kind, source]) =>
        [card, process, label, Number(reference), Number(model), kind, source].join(' | '),
      )

    const ours = points.map(({ card, process, label, referenceUsd, modelUsd, kind, source }) =>
      [card, process, label, referenceUsd, modelUsd, kind, source].join(' | '),
    )

    expect(ours.toSorted()).toEqual(rows.toSorted())
  })
})
