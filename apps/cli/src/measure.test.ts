import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asciiStl, binaryStl, box, cylinder, merge } from '@cotation/geometry/solids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RefusedFile } from './analyse-files.ts'
import type { MeasuredFile } from './measure-report.ts'
import { cotation, jsonLines, type Run } from './shell.fixture.ts'

let folder = ''
const path = (name: string) => join(folder, name)

const reports = (run: Run) => jsonLines<MeasuredFile & RefusedFile>(run)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-cli-'))
  await writeFile(path('box.stl'), binaryStl(box([10, 20, 30])))
  await writeFile(path('pin.stl'), asciiStl(cylinder(5, 40, 64)))
  await writeFile(path('lot.stl'), binaryStl(merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]))))
  await writeFile(path('foil.stl'), binaryStl(box([30, 30, 0.3])))
  await writeFile(path('page.stl'), '<!doctype html><html></html>')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('cotation measure', () => {
  it('prints one JSON object per file, in the sequence of the arguments', async () => {
    const run = await cotation(['measure', path('pin.stl'), path('box.stl'), path('lot.stl'), '--json'])
    expect([run.code, run.err]).toEqual([0, ''])

    const [pin, block, lot] = reports(run)
    expect(block).toEqual({
      file: path('box.stl'),
      format: 'stl-binary',
      unit: 'mm',
      sizeMm: [10, 20, 30],
      orientedSizeMm: [30, 20, 10].map((side) => expect.closeTo(side, 4)),
      volumeMm3: 6000,
      areaMm2: 2200,
      triangles: 12,
      watertight: true,
      openEdges: 0,
      shells: 1,
      bodies: [{ name: 'Solid 1', count: 1, volumeMm3: 6000, areaMm2: 2200, sizeMm: [10, 20, 30], watertight: true }],
      unmeasured: [],
      holes: [],
      turned: false,
      minWallMm: expect.closeTo(10, 3),
      findings: [],
      timingsMs: expect.objectContaining({ total: expect.any(Number), reading: expect.any(Number) }),
    })
    expect(pin).toMatchObject({ file: path('pin.stl'), format: 'stl-ascii', turned: true })
    expect(lot).toMatchObject({ shells: 2, bodies: [{ count: 2, volumeMm3: 125 }], volumeMm3: 250 })
  })

  it('reads an STL file in the given unit', async () => {
    const [block] = reports(await cotation(['measure', path('box.stl'), '--json', '--unit', 'cm']))
    expect(block).toMatchObject({ unit: 'cm', sizeMm: [100, 200, 300] })
  })

  it('exits with 2 for files that are not parts, explains why, and measures the rest', async () => {
    const run = await cotation(['measure', path('page.stl'), path('box.stl'), path('gone.stl'), '--json'])
    expect(run.code).toBe(2)

    const [page, block, gone] = reports(run)
    expect(page).toMatchObject({ refusal: { code: 'html-page', message: expect.stringContaining('web page') } })
    expect(gone).toMatchObject({ refusal: { code: 'unreadable' } })
    expect(block).toMatchObject({ volumeMm3: 6000 })
    expect(run.err).toContain(`${path('page.stl')}: `)
    expect(run.err).toContain(`${path('gone.stl')}: `)
  })

  it('reports findings for a process and a material', async () => {
    const run = await cotation([
      'measure',
      path('foil.stl'),
      '--json',
      '--process',
      'sla',
      '--material',
      'sla-9600-white',
    ])
    const [foil] = reports(run)

    expect(foil?.findings).toContainEqual(
      expect.objectContaining({
        rule: 'min-wall-sla',
        severity: 'blocks',
        value: expect.closeTo(0.3, 3),
        limit: 0.5,
        message: expect.stringContaining('0.3'),
      }),
    )
  })

  it.each([
    ['en_GB.UTF-8', 'Watertight', 'Wall of 0.3', 'Blocking'],
    ['fr_FR.UTF-8', 'Étanche', 'Paroi de 0,3', 'Bloquant'],
    ['C', 'Étanche', 'Paroi de 0,3', 'Bloquant'],
  ])('prints a table in the language of the shell (%s)', async (locale, column, finding, severity) => {
    const args = ['measure', path('foil.stl'), '--process', 'sla', '--material', 'sla-9600-white']
    const { code, out } = await cotation(args, { locale })
    expect(code).toBe(0)
    for (const words of [column, finding, severity, path('foil.stl')]) expect(out).toContain(words)
  })

  it.each([
    [['measure'], 'No file given.'],
    [['measure', 'a.stl', '--unit', 'parsec'], 'Unknown unit: parsec'],
    [['measure', 'a.stl', '--process', 'forging', '--material', 'al-6061-t6'], 'forging'],
    [['measure', 'a.stl', '--process', 'sla', '--material', 'al-6061-t6'], 'al-6061-t6'],
    [['measure', 'a.stl', '--colour', 'red'], '--colour'],
    [['weigh'], 'Usage'],
  ])('explains what is wrong with %j', async (args, words) => {
    const { code, err } = await cotation(args)
    expect(code).toBe(1)
    expect(err).toContain(words)
    expect(err).toContain('cotation measure FILE')
  })
})
