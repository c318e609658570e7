import type { Configuration } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { readBom } from '#features/quote/files/read-bom.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine } from '#features/quote/workspace/workspace.fixture.ts'
import { aLineView, anUploadView } from '#lib/testing/views.ts'
import { bomStep, type PlannedRow, planBom } from './plan-bom.ts'
import type { BomCorrection } from './plan-line.ts'

/** A line of a file, with the name of the file. */
function aLine(name: string, traits: Partial<WorkLine> = {}): WorkLine {
  const line = aWorkLine(catalogue, { name, ...traits })
  return { ...line, view: { ...line.view, upload: anUploadView({ name, state: 'done' }) } }
}

function planned(text: string, lines: readonly WorkLine[], corrections: [number, BomCorrection][] = []): PlannedRow[] {
  const bom = readBom(new TextEncoder().encode(text))
  if (!bom.ok) throw new Error(bom.reason)
  return planBom(bom.rows, new Map(corrections), lines, catalogue)
}

const configurationOf = (row: PlannedRow | undefined): Configuration | undefined => row?.planned[0]?.edit.configuration
const problemsOf = (row: PlannedRow | undefined) => row?.planned[0]?.problems

const titles = 'Fichier;Quantité;Procédé;Matériau;Finition;Couleur;Tolérance;Commentaire'

describe('a row', () => {
  it('sets everything that it names', () => {
    const text = `${titles}\nbride.step;1 000;fraisage;Alu 6061;anodisé;noir;±0,1;ébavurer`
    const [row] = planned(text, [aLine('bride.step')])

    expect(problemsOf(row)).toEqual({})
    expect(configurationOf(row)).toMatchObject({
      quantity: 1000,
      materialId: 'al-6061-t6',
      process: 'milling',
      toleranceId: 'pm-0.10',
      services: expect.arrayContaining([expect.objectContaining({ id: 'anodizing', colour: 'black', quantity: 1000 })]),
    })
    expect(row?.planned[0]?.edit.comment).toBe('ébavurer')
  })

  it('leaves what it does not name as it is', () => {
    const line = aLine('bride.step')
    const [row] = planned(`${titles}\nbride.step;5;;;;;;`, [line])
    expect(configurationOf(row)).toEqual({ ...line.configuration, quantity: 5 })
    expect(row?.planned[0]?.edit).not.toHaveProperty('comment')
  })

  it.each([
    ['12', 12],
    ['12,00', 12],
    ['1\u202f000', 1000],
    ['4 pcs', 4],
    ['x', undefined],
    ['2,5', undefined],
    ['0', undefined],
    ['-3', undefined],
    ['1,000', undefined],
    ['1000001', undefined],
  ])('takes the quantity “%s” as %s', (text, expected) => {
    const line = aLine('a.stl')
    const [row] = planned(`file;qty\na.stl;${text}`, [line])

    expect(configurationOf(row)?.quantity).toBe(expected ?? line.configuration?.quantity)
    const fault = { code: expect.stringMatching(/^QUANTITY_/), detail: { max: 1_000_000 } }
    expect(problemsOf(row)).toEqual(expected === undefined ? { quantity: expect.objectContaining(fault) } : {})
  })

  it('marks what is unknown or ambiguous, and applies the rest', () => {
    const text = `${titles}\na.stl;3;forgeage;unobtainium;chromé;mauve;ISO 9999;`
    const [row] = planned(text, [aLine('a.stl')])

    expect(problemsOf(row)).toEqual({
      process: 'unknown',
      material: 'unknown',
      finish: 'unknown',
      colour: 'unknown',
      tolerance: 'unknown',
    })
    expect(configurationOf(row)?.quantity).toBe(3)
    expect(problemsOf(planned('file;material\na.stl;aluminium', [aLine('a.stl')])[0])).toEqual({
      material: 'ambiguous',
    })
  })

  it('marks a material that cannot make the part, with the fault', () => {
    const [row] = planned('file;process;material\na.stl;tournage;Alu 6061', [aLine('a.stl')])
    expect(problemsOf(row)).toMatchObject({ material: { code: 'PART_NOT_TURNED' } })
  })

  it('chooses the first material that fits if it names only a process', () => {
    const [row] = planned('file;process\na.stl;MJF', [aLine('a.stl')])
    expect(configurationOf(row)).toMatchObject({ materialId: 'mjf-pa12', process: 'mjf' })
  })

  it('follows the corrections of the customer', () => {
    const correction: BomCorrection = {
      quantity: '9',
      material: { materialId: 'al-7075-t6', process: 'milling' },
      finish: { id: 'passivation', option: 'astm-a967-citric' },
      tolerance: 'iso2768-f',
    }
    const text = 'file;qty;material;tolerance\na.stl;x;unobtainium;?'
    const [row] = planned(text, [aLine('a.stl')], [[2, { ...correction, finish: 'keep' }]])

    expect(problemsOf(row)).toEqual({})
    expect(configurationOf(row)).toMatchObject({ quantity: 9, materialId: 'al-7075-t6', toleranceId: 'iso2768-f' })
  })

  it('adds its comment once', () => {
    const row = (comment: string) => planned('file;note\na.stl;urgent', [aLine('a.stl', { comment })])[0]
    expect(row('peindre')?.planned[0]?.edit.comment).toBe('peindre\nurgent')
    expect(row('peindre\nurgent')?.planned[0]?.edit).not.toHaveProperty('comment')
  })
})

describe('the line of a row', () => {
  it.each([
    ['its file', 'bride-A.step'],
    ['its file without extension', 'Bride_a'],
    ['a path', 'C:\\parts\\bride-A.STEP'],
    ['the beginning of its name', 'bride'],
  ])('is found by %s', (_what, name) => {
    const lines = [aLine('bride-A.step'), aLine('axe.step')]
    expect(planned(`file;qty\n${name};2`, lines)[0]?.lines).toEqual([lines[0]])
  })

  it('is found by a further column if the first does not help', () => {
    const lines = [aLine('PN-7.step')]
    expect(planned('part;reference;qty\nBride;PN-7;2', lines)[0]?.lines).toEqual(lines)
  })

  it.each<[string, string, WorkLine[], PlannedRow['state']]>([
    ['has another name', 'x', [aLine('a.stl')], 'unmatched'],
    ['is one of two with the name', 'a', [aLine('a.stl'), aLine('a.step')], 'unmatched'],
    ['is still being read', 'a', [aLine('a.stl', { part: undefined })], 'waiting'],
    ['may still have more bodies', 'a', [aLine('a.stl', { source: 'browser' })], 'waiting'],
    ['is ordered', 'a', [aLine('a.stl', { status: 'ordered' })], 'ordered'],
    ['has a file that is no part', 'a', [aLine('a.stl', { refusal: { code: 'image' } })], 'unusable'],
  ])('is not changed if it %s', (_what, name, lines, state) => {
    expect(planned(`file;qty\n${name};2`, lines)[0]).toMatchObject({ state, planned: [] })
  })

  it('is set by the first of two rows', () => {
    const rows = planned('file;qty\na;2\na;3', [aLine('a.stl')])
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'repeated'])
    expect(bomStep(rows)?.edits).toHaveLength(1)
  })

  it('is one of several for the bodies of an assembly, each as often as it is needed', () => {
    const upload = anUploadView({ name: 'lot.step', state: 'done' })
    const body = (name: string, perFile: number) => {
      const view = aLineView({ name, upload, body: { index: 0, name, perFile, bodies: 2, failure: null } })
      return aWorkLine(catalogue, { name, view })
    }
    const rows = planned('file;qty\nlot.step;5', [body('axle', 1), body('wheel', 4)])

    expect(rows[0]?.planned.map(({ edit }) => edit.configuration.quantity)).toEqual([5, 20])
  })
})

describe('a list', () => {
  it('is applied as one step, without the rows that are left out', () => {
    const rows = planned(
      'file;qty\na;2\nb;3\nc;4',
      [aLine('a.stl'), aLine('b.stl'), aLine('c.stl')],
      [[3, { isLeftOut: true }]],
    )
    const step = bomStep(rows)

    expect(step?.label).toBe('bom')
    expect(step?.edits.map(({ configuration }) => configuration?.quantity)).toEqual([2, 4])
  })

  it('leaves out parts whose only value is not recognised, and parts that have the values already', () => {
    const lines = [aLine('a.stl'), aLine('b.stl'), aLine('c.stl')]
    const rows = planned('file;qty\na;two\nb;3\nc;1', lines)

    expect(problemsOf(rows[0])).toHaveProperty('quantity')
    expect(lines[2]?.configuration?.quantity).toBe(1)
    expect(bomStep(rows)?.edits.map(({ lineId }) => lineId)).toEqual([lines[1]?.id])
  })

  it('gives no step if no row has a line', () => {
    expect(bomStep(planned('file;qty\nx;2', [aLine('a.stl')]))).toBeUndefined()
  })
})
