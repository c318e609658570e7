import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaryStl, box, merge } from '@cotation/geometry/solids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ForbiddenLine, QuotedLine } from './quote-line.ts'
import { cotation, jsonLines, type Run } from './shell.fixture.ts'

let folder = ''
const path = (name: string) => join(folder, name)

const lines = (run: Run) => jsonLines<QuotedLine & ForbiddenLine>(run)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-quote-'))
  await writeFile(path('block.stl'), binaryStl(box([100, 60, 25])))
  await writeFile(path('pair.stl'), binaryStl(merge(box([20, 20, 10]), box([20, 20, 10], [40, 0, 0]))))
  await writeFile(path('hall.stl'), binaryStl(box([1900, 60, 25])))
  await writeFile(path('metres.stl'), binaryStl(box([0.1, 0.06, 0.025])))
  await writeFile(path('page.stl'), '<!doctype html><html></html>')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('cotation quote', () => {
  it('prices a file as one JSON object with terms that add up and consistent dates', async () => {
    const run = await cotation(['quote', path('block.stl'), '--material', 'al-6061-t6', '--quantity', '10', '--json'])
    expect([run.code, run.err]).toEqual([0, ''])

    const [line] = lines(run)
    expect(line).toMatchObject({
      file: path('block.stl'),
      material: 'al-6061-t6',
      process: 'milling',
      quantity: 10,
      unitPrice: { currency: 'USD' },
      leadDays: 3,
      manualQuote: [],
    })
    expect(line?.breakdown.reduce((sum, { minor }) => sum + minor, 0)).toBe(line?.linePrice.minor)
    expect(
      line?.breakdown.every(({ name, reason }) => name !== '' && reason !== '' && !reason.includes('pricing.')),
    ).toBe(true)
    expect(line?.findings.map(({ rule }) => rule)).toContain('cnc-needs-step')

    const today = new Date().toISOString().slice(0, 10)
    expect(today <= (line?.shipDate ?? '')).toBe(true)
    expect((line?.shipDate ?? '') <= (line?.deliveryDate ?? '')).toBe(true)
    expect(line?.curve.map(({ quantity }) => quantity)).toContain(100)
  })

  it('prints one line for equal bodies, with their count', async () => {
    const run = await cotation(['quote', path('pair.stl'), '--material', 'sla-9600-white', '--quantity', '3', '--json'])
    expect(lines(run)).toMatchObject([{ quantity: 6, process: 'sla' }])
  })

  it('applies services, lead time, colour and country', async () => {
    const args = ['quote', path('block.stl'), '--material', 'mjf-pa12', '--colour', 'black', '--lead', 'express']
    const run = await cotation([...args, '--services', 'tapping:6H:M4x2@10', '--country', 'DE', '--json'])
    const [line] = lines(run)
    expect(line?.breakdown.map(({ term }) => term)).toEqual(expect.arrayContaining(['dyeing', 'tapping', 'lead-time']))
    const plain = lines(await cotation(['quote', path('block.stl'), '--material', 'mjf-pa12', '--json']))[0]
    expect(line?.linePrice.minor).toBeGreaterThan(plain?.linePrice.minor ?? 0)
  })

  it('charges standard and says so if express is not earlier', async () => {
    const args = ['quote', path('block.stl'), '--material', 'sla-9600-white', '--json']
    const [standard] = lines(await cotation(args))
    const [express] = lines(await cotation([...args, '--lead', 'express']))

    expect(express).toMatchObject({ lead: 'standard', linePrice: standard?.linePrice, leadDays: standard?.leadDays })
    expect(express?.leadNote).toContain('Standard')
    expect(standard?.leadNote).toBeUndefined()
    expect(express?.curve.filter(({ quantity, lead }) => quantity === 1 && lead === 'express')).toEqual([])

    const text = await cotation([...args.slice(0, -1), '--lead', 'express'])
    expect(text.out).toContain(express?.leadNote)
  })

  it('explains why a configuration has no price and exits with 2', async () => {
    const run = await cotation(['quote', path('hall.stl'), '--material', 'sla-9600-white', '--json'])
    expect(run.code).toBe(2)
    expect(lines(run)[0]?.faults.map(({ code, field }) => [code, field])).toEqual([['PART_TOO_LARGE', 'materialId']])
    expect(run.err).toContain(lines(run)[0]?.faults[0]?.message ?? 'no message')
  })

  it('asks for the unit of a part that is too small in millimetres, and prices it in the given one', async () => {
    const args = ['quote', path('metres.stl'), '--material', 'al-6061-t6', '--json']
    const asked = await cotation(args)
    expect(asked.code).toBe(2)
    expect(lines(asked)[0]?.faults.map(({ code, field }) => [code, field])).toEqual([['UNIT_UNKNOWN', 'unit']])

    const [priced] = lines(await cotation([...args, '--unit', 'm']))
    const [block] = lines(await cotation(['quote', path('block.stl'), '--material', 'al-6061-t6', '--json']))
    expect(priced?.linePrice).toEqual(block?.linePrice)
  })

  it('refuses a file that is not a part and prices the others', async () => {
    const run = await cotation(['quote', path('page.stl'), path('block.stl'), '--material', 'pom-c', '--json'])
    expect(run.code).toBe(2)
    expect(lines(run)).toMatchObject([{ refusal: { code: 'html-page' } }, { material: 'pom-c' }])
  })

  it.each([
    [['--material', 'unobtainium'], 'unobtainium'],
    [['--material', 'pom-c', '--lead', 'yesterday'], 'yesterday'],
    [['--material', 'pom-c', '--services', 'magic'], 'magic'],
    [['--material', 'pom-c', '--services', 'helicoil::M4x2@10+@10'], 'helicoil::M4x2@10+@10'],
    [['--material', 'pom-c', '--country', 'France'], 'France'],
    [['--material', 'pom-c', '--process', 'sla'], 'sla'],
  ])('refuses %j as wrong usage', async (args, named) => {
    const run = await cotation(['quote', path('block.stl'), ...args])
    expect([run.code, run.out]).toEqual([1, ''])
    expect(run.err).toContain(named)
  })

  it('prints terms and a price curve in French in a French shell', async () => {
    const run = await cotation(['quote', path('pair.stl'), '--material', 'sla-9600-white'], { locale: 'fr_FR.UTF-8' })
    expect(run.out).toContain('Temps machine')
    expect(run.out).toContain('Économique')
    expect(run.out).toContain('Complément de petite commande')
  })
})

describe('cotation materials', () => {
  it('ends without an error when its reader closes the pipe', async () => {
    expect(await cotation(['materials', '--json'], { closesOutput: true })).toEqual({ code: 0, out: '', err: '' })
  })

  it('lists all materials or those of a process', async () => {
    const all = await cotation(['materials', '--json'])
    expect(all.out.trim().split('\n')).toHaveLength(85)
    const metals = await cotation(['materials', '--process', 'slm'])
    expect(metals.out).toContain('slm-ti6al4v')
    expect(metals.out).not.toContain('sla-9600-white')
    expect((await cotation(['materials', '--process', 'magic'])).code).toBe(1)
  })
})
