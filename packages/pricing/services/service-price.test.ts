import { minorOf, type ServiceSelection } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { housing, materialOf } from '../making/making.fixture.ts'
import type { ServiceJob } from './service-charge.ts'
import { servicePrice } from './service-price.ts'

const jobOn = (materialId: string, changes: Partial<ServiceJob> = {}): ServiceJob => ({
  part: housing(),
  material: materialOf(materialId),
  process: materialOf(materialId).processIds[0] ?? 'milling',
  quantity: 10,
  cardId: 'cn',
  ...changes,
})

const centsOf = (selection: ServiceSelection, job: ServiceJob) =>
  minorOf(servicePrice(selection, job, packagedCatalogue).usd)
const reasonOf = (selection: ServiceSelection, job: ServiceJob) =>
  servicePrice(selection, job, packagedCatalogue).reason

const colours = ['PANTONE 186 C', 'PANTONE 286 C', 'RAL 9005']

describe('painting (catalogue 2)', () => {
  const painted = (n: number, finish: string): ServiceSelection => ({
    id: 'painting',
    option: 'pantone',
    colours: colours.slice(0, n),
    finish,
  })
  it.each([
    [1, 'matte', 5 + 10 * 12.9],
    [1, 'glossy', 5 + 10 * 12.9 * 1.25],
    [2, 'satin', 10 + 10 * 12.9 * 1.7 * 1.05],
    [3, 'soft-touch', 15 + 10 * 12.9 * 2.4 * 1.5],
    [1, 'unheard-of', 5 + 10 * 12.9],
  ])('costs by colour and finish: %i, %s: %d USD', (n, finish, usd) => {
    expect(centsOf(painted(n, finish), jobOn('sla-9600-white'))).toBe(Math.round(usd * 100))
  })

  it('explains painting by its colours and its prices by line and by part', () => {
    expect(reasonOf(painted(2, 'matte'), jobOn('sla-9600-white'))).toEqual({
      code: 'service-colours',
      values: { colours: 2, areaCm2: 330, lineUsd: 10, partUsd: expect.closeTo(21.93, 9), quantity: 10 },
    })
  })
})

describe('dyeing (catalogue 2)', () => {
  const dyed = (option: string, n: number): ServiceSelection => ({
    id: 'dyeing',
    option,
    colours: ['black', 'blue', 'red'].slice(0, n),
  })
  it.each([
    ['solid', 1, 17.2],
    ['solid', 2, 17.2 * 1.6],
    ['gradient', 3, 6 + 17.2 * 2.2],
    ['cream', 1, 6 + 17.2],
  ])('%s in %i colours costs %d USD', (option, n, usd) => {
    expect(centsOf(dyed(option, n), jobOn('sls-pa12-3301'))).toBe(Math.round(usd * 100))
  })

  it('charges more for dyeing on the eu card', () => {
    expect(centsOf(dyed('solid', 1), jobOn('mjf-pa12', { cardId: 'eu' }))).toBe(1200 + 10 * (300 + 495))
  })
})

describe('silkscreen (catalogue 2)', () => {
  const printed = (option: string, n: number, zones: number): ServiceSelection => ({
    id: 'silkscreen',
    option,
    colours: colours.slice(0, n),
    zones,
    position: 'lid',
  })

  it('charges a screen for each colour and zone, and an impression of each on every part', () => {
    expect(centsOf(printed('screen', 1, 1), jobOn('al-6061-t6'))).toBe(1500 + 10 * 60)
    expect(centsOf(printed('screen', 3, 2), jobOn('al-6061-t6'))).toBe(6 * 1500 + 10 * 6 * 60)
    expect(reasonOf(printed('screen', 3, 2), jobOn('al-6061-t6'))).toMatchObject({
      code: 'service-screens',
      values: { prints: 6, colours: 3, zones: 2 },
    })
  })

  it('charges no screens for laser marking', () => {
    expect(centsOf(printed('laser-mark', 1, 2), jobOn('al-6061-t6'))).toBe(400 + 10 * 2 * 50)
    expect(reasonOf(printed('laser-mark', 1, 2), jobOn('al-6061-t6')).code).toBe('service-marks')
  })
})

describe('holes and threads (catalogue 2)', () => {
  const tapped = (size: string): ServiceSelection => ({
    id: 'tapping',
    option: '6H',
    items: [{ size, count: 4, depthMm: 8 }],
  })

  it.each([
    ['al-6061-t6', 'M4', 0.5],
    ['al-6061-t6', 'M10', 0.75],
    ['ss-304', 'M4', 0.5 * 1.4],
    ['ti-grade5', 'M4', 0.5 * 2],
    ['steel-d2', 'M4', 0.5 * 1.6],
    ['slm-in718', 'M4', 0.5 * 2],
  ])('a tap in %s, %s, costs %d USD', (materialId, size, usd) => {
    expect(centsOf(tapped(size), jobOn(materialId))).toBe(100 + Math.round(10 * 4 * usd * 100))
  })

  it('adds up holes of several sizes, and states their number', () => {
    const selection: ServiceSelection = {
      id: 'tapping',
      option: '6H',
      items: [
        { size: 'M3', count: 2, depthMm: 6 },
        { size: 'M8', count: 1, depthMm: 12 },
      ],
    }

    expect(centsOf(selection, jobOn('al-6061-t6'))).toBe(100 + 10 * (2 * 50 + 75))
    expect(reasonOf(selection, jobOn('al-6061-t6'))).toMatchObject({ code: 'service-holes', values: { count: 3 } })
  })

  it('takes the price of inserts from their column of the thread table, by card', () => {
    const selection: ServiceSelection = {
      id: 'brass-insert',
      option: 'heat-set',
      items: [{ size: 'M4', count: 2, depthMm: 10 }],
    }
    expect(centsOf(selection, jobOn('mjf-pa12'))).toBe(100 + 10 * 2 * 95)
    expect(centsOf(selection, jobOn('mjf-pa12', { cardId: 'eu' }))).toBe(800 + 10 * 2 * 320)
  })

  it.each([
    ['free-running', '1D', 1.6],
    ['free-running', '1.5D', 1.6 * 1.1],
    ['free-running', '2D', 1.6 * 1.2],
    ['locking', '2D', 1.6 * 1.4],
  ] as const)('a helicoil, %s %s, costs %d USD', (option, ratio, usd) => {
    const selection: ServiceSelection = {
      id: 'helicoil',
      option,
      items: [{ size: 'M4', count: 1, depthMm: 10, ratio }],
    }
    expect(centsOf(selection, jobOn('al-6061-t6'))).toBe(150 + Math.round(1000 * usd))
  })

  it.each([
    ['H9', 1.2],
    ['H8', 1.44],
    ['H7', 1.92],
    ['H6', 3.36],
  ])('a bore reamed to %s costs %d USD', (option, usd) => {
    const selection: ServiceSelection = { id: 'reaming', option, items: [{ diameterMm: 8, depthMm: 10, count: 3 }] }
    expect(centsOf(selection, jobOn('al-6061-t6'))).toBe(150 + Math.round(10 * 3 * usd * 100))
  })

  it.each([
    ['6g', 0.8],
    ['fine', 1.2],
  ])('an external thread, %s, costs %d USD', (option, usd) => {
    const selection: ServiceSelection = { id: 'threading', option, threads: [{ size: 'M10', lengthMm: 20, count: 2 }] }
    expect(centsOf(selection, jobOn('al-6061-t6'))).toBe(100 + Math.round(10 * 2 * usd * 100))
    expect(reasonOf(selection, jobOn('al-6061-t6'))).toMatchObject({ code: 'service-threads', values: { count: 2 } })
  })

  it('refuses a thread size without a price', () => {
    const insert = (size: string): ServiceSelection => ({
      id: 'brass-insert',
      option: 'heat-set',
      items: [{ size, count: 1, depthMm: 20 }],
    })
    expect(() => centsOf(insert('1/2-13'), jobOn('mjf-pa12'))).toThrow('no brass-insert of size 1/2-13')
    expect(() => centsOf(insert('M7'), jobOn('mjf-pa12'))).toThrow('no brass-insert of size M7')
  })
})

describe('heat treatment (catalogue 2)', () => {
  const treated = (option: string): ServiceSelection => ({ id: 'heat-treatment', option })

  it('charges heat treatment by lot and by weight', () => {
    const kg = (50 * 8) / 1000
    expect(centsOf(treated('quench-temper'), jobOn('ss-304'))).toBe(1500 + Math.round(10 * kg * 3 * 100))
    expect(reasonOf(treated('quench-temper'), jobOn('ss-304'))).toMatchObject({
      code: 'service-weight',
      values: { kg: expect.closeTo(4, 9), lineUsd: 15 },
    })
  })

  it('charges nothing for stress relief only if the process includes it', () => {
    expect(servicePrice(treated('stress-relief'), jobOn('slm-316l'), packagedCatalogue)).toEqual({
      usd: 0,
      reason: { code: 'service-included', values: {} },
    })
    expect(centsOf(treated('stress-relief'), jobOn('ss-304'))).toBe(600 + 800)
    expect(centsOf(treated('hip'), jobOn('slm-316l'))).toBe(22_000 + Math.round(0.395 * 40 * 1000))
  })
})

describe('the other services', () => {
  it('charges grinding by faces and area', () => {
    const selection: ServiceSelection = { id: 'grinding', option: 'flat', faces: 2, areaCm2: 25 }
    expect(centsOf(selection, jobOn('ss-304'))).toBe(600 + 10 * (2 * 300 + 200))
    expect(reasonOf(selection, jobOn('ss-304'))).toMatchObject({
      code: 'service-faces',
      values: { faces: 2, areaCm2: 25 },
    })
  })

  it('charges assembling by the piece or by the minute', () => {
    const assembled = (option: string, minutes?: number): ServiceSelection => ({
      id: 'assembling',
      option,
      suppliedParts: false,
      ...(minutes === undefined ? {} : { minutesPerUnit: minutes }),
    })

    expect(centsOf(assembled('bonding', 30), jobOn('abs'))).toBe(400 + 10 * 200)
    expect(reasonOf(assembled('kitting'), jobOn('abs'))).toMatchObject({
      code: 'service-assembling',
      values: { lineUsd: 0 },
    })
    expect(centsOf(assembled('fasteners', 6), jobOn('abs'))).toBe(600 + 10 * 150)
    expect(reasonOf(assembled('fasteners', 6), jobOn('abs'))).toMatchObject({
      code: 'service-minutes',
      values: { minutes: 6 },
    })
    expect(centsOf(assembled('fasteners'), jobOn('abs'))).toBe(600)
  })

  it('charges an unusual hardness once for the line (spec 9: commonly 70)', () => {
    const hard = (value: number): ServiceSelection => ({ id: 'hardness', option: 'shore-a', value })
    expect(servicePrice(hard(70), jobOn('vc-pu-elastomer'), packagedCatalogue)).toEqual({
      usd: 0,
      reason: { code: 'service-free', values: {} },
    })
    expect(centsOf(hard(65), jobOn('vc-pu-elastomer'))).toBe(800)
    expect(reasonOf(hard(65), jobOn('vc-pu-elastomer'))).toMatchObject({
      code: 'service-hardness',
      values: { value: 65 },
    })

    const { hardness: _, ...unnamed } = materialOf('vc-pu-elastomer')
    expect(centsOf(hard(70), { ...jobOn('vc-pu-elastomer'), material: unnamed })).toBe(0)
    expect(centsOf({ id: 'hardness', option: 'hrc', value: 50 }, jobOn('steel-d2'))).toBe(400)
  })

  it('takes the usual hardness from the material, else from the option, else charges nothing extra', () => {
    const job = jobOn('vc-pu-elastomer')
    const soft = {
      ...job,
      material: { ...job.material, hardness: { scale: 'A', min: 30, max: 90, default: 50, step: 5 } },
    }
    const cents = (value: number) => centsOf({ id: 'hardness', option: 'shore-a', value }, soft as ServiceJob)

    expect([cents(50), cents(70)]).toEqual([0, 800])

    const services = packagedCatalogue.services.map((service) => ({
      ...service,
      options: service.options.map(({ value: _, ...option }) =>
        option.price ? { ...option, price: { ...option.price, nonStandardPerLine: { cn: 8, eu: 8 } } } : option,
      ),
    }))
    const hrc: ServiceSelection = { id: 'hardness', option: 'hrc', value: 50 }

    expect(servicePrice(hrc, jobOn('steel-d2'), { ...packagedCatalogue, services }).usd).toBe(4)
  })

  it('charges other services by line, by part and by area', () => {
    expect(centsOf({ id: 'passivation', option: 'astm-a967-citric' }, jobOn('ss-304'))).toBe(600 + 10 * (50 + 132))
    expect(reasonOf({ id: 'passivation', option: 'astm-a967-citric' }, jobOn('ss-304'))).toEqual({
      code: 'service-part',
      values: { areaCm2: 330, lineUsd: 6, partUsd: expect.closeTo(1.82, 9), quantity: 10 },
    })

    const gloss: ServiceSelection = { id: 'surface-finish', option: 'cast-gloss', faces: 'all' }
    expect(centsOf(gloss, jobOn('vc-pu-abs'))).toBe(1500)
    expect(reasonOf(gloss, jobOn('vc-pu-abs')).code).toBe('service-line')
  })

  it('charges anodizing for one colour', () => {
    const anodized: ServiceSelection = {
      id: 'anodizing',
      option: 'type-ii',
      colour: 'red',
      gloss: 'matte',
      quantity: 10,
    }
    expect(centsOf(anodized, jobOn('al-6061-t6'))).toBe(600 + 10 * (150 + 396))
  })

  it.each([
    ['surface-finish', 'ra-1.6', 'al-6061-t6', 'service-in-part-price'],
    ['surface-finish', 'sla-none', 'sla-9600-white', 'service-in-part-price'],
    ['surface-finish', 'sla-standard', 'sla-9600-white', 'service-free'],
    ['sandblasting', 'depowder', 'mjf-pa12', 'service-included'],
    ['risk-acceptance', 'accept', 'mjf-pa12', 'service-free'],
  ] as const)('%s:%s adds nothing to the price of the line', (id, option, materialId, code) => {
    const details = {
      'surface-finish': { faces: 'all' },
      'risk-acceptance': { ruleIds: ['min-wall-mjf'] },
      sandblasting: {},
    }
    const selection = { id, option, ...details[id] } as ServiceSelection
    expect(servicePrice(selection, jobOn(materialId), packagedCatalogue)).toEqual({
      usd: 0,
      reason: { code, values: {} },
    })
  })

  it('charges an option that also lengthens machining', () => {
    const services = packagedCatalogue.services.map((service) => ({
      ...service,
      options: service.options.map((option) => (option.id === 'brushed' ? { ...option, cycleFactor: 1.1 } : option)),
    }))
    const brushed: ServiceSelection = { id: 'surface-finish', option: 'brushed', faces: 'all' }
    const { usd } = servicePrice(brushed, jobOn('al-6061-t6'), { ...packagedCatalogue, services })
    expect(minorOf(usd)).toBe(10 * (150 + 660))
  })

  it('charges a certificate once for the line, whatever the quantity', () => {
    const certified: ServiceSelection = { id: 'certificate', option: 'en-10204-3.1' }
    expect([1, 10, 500].map((quantity) => centsOf(certified, jobOn('al-6061-t6', { quantity })))).toEqual([
      1500, 1500, 1500,
    ])
    expect(reasonOf(certified, jobOn('al-6061-t6')).code).toBe('service-line')
  })

  it('refuses an unknown option', () => {
    expect(() => centsOf({ id: 'sandblasting', option: 'sand' }, jobOn('al-6061-t6'))).toThrow(
      'no service sandblasting:sand',
    )
    const without = { ...packagedCatalogue, services: [] }
    expect(() => servicePrice({ id: 'sandblasting', option: 'glass-80' }, jobOn('al-6061-t6'), without)).toThrow(
      'no service sandblasting:glass-80',
    )
  })
})

describe('a dimensional report', () => {
  const report = (option: string): ServiceSelection => ({ id: 'inspection', option })
  const milled = (quantity: number) => jobOn('al-6061-t6', { quantity })

  // Milling: 20 min of an engineer at 12 USD/h, then 10 min of an operator at 8 USD/h per piece.
  it.each([
    ['report-first', 1, 4 + 8 / 6],
    ['report-first', 500, 4 + 8 / 6],
    ['report-five', 3, 4 + (3 * 8) / 6],
    ['report-five', 500, 4 + (5 * 8) / 6],
    ['report-all', 5, 4 + (5 * 8) / 6],
    ['report-all', 500, 4 + (500 * 8) / 6],
  ])('%s of %i milled parts costs %d USD before markups', (option, quantity, usd) => {
    expect(centsOf(report(option), milled(quantity))).toBe(Math.round(usd * 100))
  })

  it('takes the minutes of the process', () => {
    const turned = jobOn('al-6061-t6', { process: 'turning', quantity: 1 })
    expect(servicePrice(report('report-first'), turned, packagedCatalogue).usd).toBeCloseTo((15 * 12 + 6 * 8) / 60, 9)
  })

  it('explains itself by minutes, rates and the pieces that are measured', () => {
    expect(reasonOf(report('report-five'), milled(3))).toEqual({
      code: 'service-measuring',
      values: {
        setupMin: 20,
        engineerRate: 12,
        pieces: 3,
        pieceMin: 10,
        operatorRate: 8,
        lineUsd: 8,
        partUsd: 0,
        quantity: 3,
      },
    })
  })

  it('may have a fixed price instead of minutes', () => {
    const services = packagedCatalogue.services.map((service) => ({
      ...service,
      options: service.options.map((option) => ({ ...option, price: { perLine: { cn: 7, eu: 9 } } })),
    }))
    expect(servicePrice(report('report-all'), milled(10), { ...packagedCatalogue, services }).usd).toBe(7)
  })
})
