import {
  type Configuration,
  configurationFaults,
  defaultConfiguration,
  type PartMeasures,
  type ServiceSelection,
  serviceDefaults,
} from '@cotation/domain'
import { priceLine } from '@cotation/pricing'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aVisitor } from '#test/builders.ts'
import { aPublishedCatalogue, packagedVersion } from '#test/catalogues.ts'
import {
  aProject,
  aQuotedProject,
  configurationOf,
  configure,
  measuresOf,
  sendConfiguration,
  someLines,
} from '#test/quote/quotes.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
let browser: Browser
let block: PartMeasures

beforeAll(async () => {
  browser = await aVisitor(app)
  block = await measuresOf('block')
})

const get = async (projectId: string) =>
  (await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })).data.project

const assemblingOptions = catalogue.services.find(({ id }) => id === 'assembling')?.options.map(({ id }) => id) ?? []

describe('the price of a line', () => {
  it('comes from the catalogue and the server’s measures, whatever a client sends (MON-1)', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const usual = defaultConfiguration(block, 'al-6061-t6', catalogue, 1)
    const number = fc.double({ min: 0, max: 500, noNaN: true })
    const holes = fc.record({
      size: fc.constantFrom('M3', 'M5', 'M99'),
      count: fc.integer({ min: 0, max: 50 }),
      depthMm: number,
    })

    const count = fc.integer({ min: 0, max: 50 })
    const service: fc.Arbitrary<ServiceSelection> = fc.oneof(
      fc.record({
        id: fc.constant('tapping' as const),
        option: fc.constant('6H'),
        items: fc.array(holes, { maxLength: 2 }),
      }),
      fc.record({
        id: fc.constant('reaming' as const),
        option: fc.constant('H7'),
        items: fc.array(fc.record({ diameterMm: number, depthMm: number, count }), { maxLength: 2 }),
      }),
      fc.record({
        id: fc.constant('threading' as const),
        option: fc.constant('6g'),
        threads: fc.array(fc.record({ size: fc.constantFrom('M6', 'M10'), lengthMm: number, count }), { maxLength: 2 }),
      }),
      fc.record({
        id: fc.constant('anodizing' as const),
        option: fc.constant('type-ii'),
        colour: fc.constant('black'),
        gloss: fc.constant('matte'),
        quantity: count,
      }),
      fc.record({
        id: fc.constant('silkscreen' as const),
        option: fc.constant('screen'),
        colours: fc.constant(['RAL 9005']),
        zones: count,
        position: fc.constant('dessus'),
      }),
      fc.record({
        id: fc.constant('assembling' as const),
        option: fc.constantFrom(...assemblingOptions),
        suppliedParts: fc.boolean(),
        minutesPerUnit: number,
      }),
      fc.record({
        id: fc.constant('grinding' as const),
        option: fc.constant('flat'),
        faces: fc.integer({ min: 0, max: 9 }),
        areaCm2: number,
      }),
      fc.record({ id: fc.constant('hardness' as const), option: fc.constant('hrc'), value: number }),
      fc.record({
        id: fc.constant('heat-treatment' as const),
        option: fc.constant('stress-relief'),
        targetHardness: number,
      }),
    )

    let priced = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom('economy', 'standard', 'express' as const),
        fc.uniqueArray(service, { maxLength: 2, selector: ({ id }) => id }),
        async (quantity, lead, services) => {
          const configuration = { ...usual, quantity, lead, services } as Configuration
          const { price, part, faults } = await sendConfiguration(browser, projectId, line.id, configuration)
          const own = priceLine(block, configuration, catalogue)

          expect(part).toEqual(JSON.parse(JSON.stringify(block)))

          if (own.ok) {
            priced++
            expect(price?.linePrice).toEqual(own.price.linePrice)
            expect(price?.unitPrice).toEqual(own.price.unitPrice)
          } else {
            expect(price).toBeNull()
            expect(faults).toEqual(expect.arrayContaining(own.faults))
          }
        },
      ),
      { numRuns: 150 },
    )

    expect(priced).toBeGreaterThan(10)
  })

  it.each([
    'price',
    'linePrice',
    'part',
    'measures',
    'volumeMm3',
    'owner',
    'customerId',
    'status',
    'verdict',
    'lineMinor',
  ])('cannot be sent: "%s" is no field of a line or a configuration (MON-1, BOL-4)', async (field) => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const configuration = configurationOf(line)
    for (const change of [
      { lineId: line.id, [field]: 1 },
      { lineId: line.id, configuration: { ...configuration, [field]: 1 } },
    ]) {
      const { status } = await browser.send('PATCH /global/project/{projectId}/lines', {
        params: { projectId },
        body: { changes: [change] },
      })
      expect(status).toBe(422)
    }

    expect((await get(projectId))?.lines).toEqual([line])
  })

  it.each([0, -1, 1.5, 1e9, '1e9', Number.NaN, null, [1], true, '1'])(
    'is not made for a quantity of %j (MON-4)',
    async (quantity) => {
      const { projectId, line } = await aQuotedProject(app, browser)
      const { status } = await browser.send('PATCH /global/project/{projectId}/lines', {
        params: { projectId },
        body: { changes: [{ lineId: line.id, configuration: { ...configurationOf(line), quantity } }] },
      })
      expect(status).toBe(422)
      expect((await get(projectId))?.lines).toEqual([line])
    },
  )

  it('is that of standard if express is chosen but not earlier, and the line says so', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const resin = defaultConfiguration(block, 'sla-9600-white', catalogue, 1)
    const standard = await sendConfiguration(browser, projectId, line.id, resin)
    const express = await sendConfiguration(browser, projectId, line.id, { ...resin, lead: 'express' })

    expect(express.configuration?.lead).toBe('standard')
    expect(express.price).toEqual(standard.price)
    expect(express.faults).toEqual([])

    // Raising the quantity makes express useful, but the customer is not charged for it unasked.
    const several = await configure(browser, projectId, express, { quantity: 20 })
    expect(several.price).toMatchObject({ lead: 'standard', expressExtra: { minor: 0 } })

    const asked = await configure(browser, projectId, several, { lead: 'express' })
    expect(asked.configuration?.lead).toBe('express')
    expect(asked.price?.linePrice.minor).toBeGreaterThan(several.price?.linePrice.minor ?? Number.NaN)
    expect(asked.price?.leadTime.workingDays).toBeLessThan(several.price?.leadTime.workingDays ?? 0)
  })

  it('includes a report and a certificate of a metal, each once for the line', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const metal = defaultConfiguration(block, 'al-6061-t6', catalogue, 40)
    const plain = await sendConfiguration(browser, projectId, line.id, metal)
    const services: ServiceSelection[] = [
      { id: 'certificate', option: 'en-10204-3.1' },
      { id: 'inspection', option: 'report-five' },
    ]
    const proven = await sendConfiguration(browser, projectId, line.id, { ...metal, services })
    const termOf = (id: string) => proven.price?.breakdown.find(({ term }) => term === id)

    expect(proven.faults).toEqual([])
    expect(termOf('certificate')).toMatchObject({ minor: 1500, reason: { code: 'service-line' } })
    expect(termOf('inspection')?.reason).toMatchObject({ code: 'service-measuring', values: { pieces: 5 } })

    const added = (termOf('certificate')?.minor ?? 0) + (termOf('inspection')?.minor ?? 0)
    expect(proven.price?.services.minor).toBe(added)
    expect(proven.price?.goods).toEqual(plain.price?.goods)
    expect(proven.price?.leadTime.workingDays).toBe((plain.price?.leadTime.workingDays ?? 0) + 1)
  })

  it('is not made for a 3.1 certificate of a resin, and the certificate is not lost', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const resin = defaultConfiguration(block, 'sla-9600-white', catalogue, 1)
    const services: ServiceSelection[] = [{ id: 'certificate', option: 'en-10204-3.1' }]
    const refused = await sendConfiguration(browser, projectId, line.id, { ...resin, services })

    expect(refused.price).toBeNull()
    expect(refused.faults).toMatchObject([{ code: 'OPTION_NOT_FOR_MATERIAL', field: 'services.certificate.option' }])
    expect(refused.configuration?.services).toEqual(services)
  })

  it('stays exact for the largest quantity (MON-4)', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const { price, status } = await configure(browser, projectId, line, { quantity: 1_000_000 })
    expect(Number.isSafeInteger(price?.linePrice.minor)).toBe(true)
    expect(status).toBe('needs-decision')
    const { data } = await browser.call('GET /global/project', { query: { search: 'block', pageSize: 100 } })
    expect(data.projects.find(({ id }) => id === projectId)?.pendingMinor).toBe(price?.linePrice.minor)
  })
})

/** Every rule between services that the packaged catalogue has, broken once. */
function* brokenRules(): Generator<[string, Configuration]> {
  const part = brokenOn
  const selected = (materialId: string, id: ServiceSelection['id'], option: string): ServiceSelection => {
    const material = catalogue.materials.find((one) => one.id === materialId)
    if (!material) throw new Error(materialId)
    return serviceDefaults(id, option, { material, catalogue, quantity: 1 })
  }

  const seen = new Set<string>()
  for (const material of catalogue.materials) {
    const usual = defaultConfiguration(part, material.id, catalogue, 1)
    const allowed = catalogue.services.filter(({ id }) => material.services.allowed.includes(id))

    for (const { id } of material.services.mandatory) {
      if (seen.has(`mandatory ${id}`)) continue
      seen.add(`mandatory ${id}`)
      yield [`${material.id} without ${id}`, { ...usual, services: usual.services.filter((one) => one.id !== id) }]
    }

    for (const service of allowed) {
      for (const option of service.options) {
        for (const other of option.requires ?? []) {
          if (seen.has(`${service.id} ${option.id} ${other}`)) continue
          seen.add(`${service.id} ${option.id} ${other}`)
          const kept = usual.services.filter(({ id }) => id !== other && id !== service.id)
          yield [
            `${service.id}:${option.id} without ${other}`,
            { ...usual, services: [...kept, selected(material.id, service.id, option.id)] },
          ]
        }
      }

      const rivals = allowed.filter(
        ({ id }) =>
          service.exclusiveWith.includes(id) ||
          catalogue.serviceRules.exclusivePairs.some((pair) => pair.includes(id) && pair.includes(service.id)),
      )
      for (const rival of rivals) {
        const pair = [service.id, rival.id].sort().join(' with ')
        const one = service.options[0]
        const two = rival.options[0]
        if (seen.has(pair) || service.id === rival.id || !one || !two) continue

        seen.add(pair)

        const kept = usual.services.filter(({ id }) => id !== service.id && id !== rival.id)
        const both = [selected(material.id, service.id, one.id), selected(material.id, rival.id, two.id)]
        yield [pair, { ...usual, services: [...kept, ...both] }]
      }
    }
  }
}

const brokenOn: PartMeasures = {
  volumeMm3: 24_000,
  areaMm2: 5200,
  sizeMm: [40, 30, 20],
  freeformShare: 0,
  setups: 1,
  holes: [],
  turning: { turned: false, diameterMm: 0, lengthMm: 0, operations: 1, liveFeatures: 0 },
  undercutPercent: 0,
}

describe('rules between services, bypassed by the API (MON-5)', () => {
  const table = [...brokenRules()]

  it('are all covered by the table', () => {
    expect(table.filter(([name]) => name.includes(' with ')).length).toBeGreaterThan(3)
    expect(table.some(([name]) => name.includes(':'))).toBe(true)
    expect(table.some(([name]) => /^[\w.-]+ without /.test(name))).toBe(true)
  })

  it('keep an invalid configuration with its faults, without a price and never ready', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    for (const [name, configuration] of table) {
      const own = configurationFaults(block, configuration, catalogue)
      expect(own, name).not.toEqual([])

      const changed = await sendConfiguration(browser, projectId, line.id, configuration)
      expect(changed.faults, name).toEqual(expect.arrayContaining(own))
      expect({ name, price: changed.price, status: changed.status }).toEqual({
        name,
        price: null,
        status: 'configuring',
      })
      expect(changed.configuration).toEqual(configuration)
    }

    const { data } = await browser.call('GET /global/project', { query: { pageSize: '100' } })
    expect(data.projects.find(({ id }) => id === projectId)).toMatchObject({ readyLines: 0, totalMinor: 0 })
  })

  it.each([
    ['too wide for the hole', { size: 'M12', depthMm: 6 }, 'HOLE_WRONG_DIAMETER', { foundMm: 4, maxMm: 12.15 }],
    ['deeper than the hole', { size: 'M4', depthMm: 7 }, 'HOLE_TOO_SHALLOW', { foundMm: 6, depthMm: 7 }],
    ['too short for a screw', { size: 'M4', depthMm: 1 }, 'THREAD_TOO_SHORT', { depthMm: 1, minMm: 2.1 }],
  ])('refuse a thread that is %s, with value and limit', async (_what, thread, code, detail) => {
    const { projectId, line } = await aQuotedProject(app, browser, 'holeNearEdge')
    const tapping = (changes: { size: string; depthMm: number }) => ({
      services: [{ id: 'tapping', option: '6H', items: [{ count: 1, holes: [0], ...changes }] }] as const,
    })

    const fitting = await configure(browser, projectId, line, tapping({ size: 'M4', depthMm: 6 }))
    expect(fitting.faults).toEqual([])

    const changed = await configure(browser, projectId, line, tapping(thread))
    expect(changed).toMatchObject({ price: null, status: 'configuring', faults: [{ code }] })
    for (const [name, value] of Object.entries(detail)) expect(changed.faults[0]?.detail[name]).toBeCloseTo(value, 1)
  })

  it('keep a line with missing order inputs from being ready but not from having a price', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const material = catalogue.materials.find(({ id, services }) => services.allowed.includes('silkscreen') && id)
    const option = catalogue.services.find(({ id }) => id === 'silkscreen')?.options[0]?.id ?? ''
    const usual = defaultConfiguration(block, material?.id ?? '', catalogue, 1)
    const changed = await sendConfiguration(browser, projectId, line.id, {
      ...usual,
      services: [...usual.services, { id: 'silkscreen', option, colours: ['RAL 9005'], zones: 1, position: '' }],
    })

    expect(changed.faults.map(({ code }) => code)).toEqual(expect.arrayContaining(['FILE_MISSING', 'TEXT_MISSING']))
    expect(changed.status).toBe('configuring')
    expect(changed.price?.linePrice.minor).toBeGreaterThan(0)
  })
})

describe('a quoted price (MON-6)', () => {
  it('stays the same until a requote and is still shown after it expired', async () => {
    browser = await aVisitor(app)
    const { id: projectId, validUntil, pricedAt } = await aProject(browser)
    const [line] = await someLines(app, browser, projectId, 'block')
    const before = line?.price?.linePrice.minor
    expect(Date.parse(validUntil) - Date.parse(pricedAt)).toBe(30 * 86_400_000)
    await aPublishedCatalogue(app, '2027-01-01.1')
    if (!line) throw new Error('no line')
    // Changed and changed back: still the old catalogue.
    await configure(browser, projectId, line, { quantity: 7 })
    expect((await configure(browser, projectId, line, { quantity: 1 })).price).toMatchObject({
      catalogueVersion: packagedVersion,
      linePrice: { minor: before },
    })

    const summary = async () =>
      (await browser.call('GET /global/project', { query: { pageSize: '100' } })).data.projects.find(
        ({ id }) => id === projectId,
      )
    app.clock.advance(30 * 86_400 - 1)
    expect((await get(projectId))?.lines[0]?.status).toBe('ready')
    expect(await summary()).toMatchObject({ readyLines: 1, totalMinor: before })
    app.clock.advance(1)
    expect((await get(projectId))?.lines[0]).toMatchObject({
      status: 'expired',
      price: { linePrice: { minor: before } },
    })
    expect(await summary()).toMatchObject({ readyLines: 0, totalMinor: 0, pendingMinor: before })

    const { data } = await browser.call('POST /global/project/{projectId}/requote', { params: { projectId } })
    expect(data).toMatchObject({ catalogueVersion: '2027-01-01.1', pricedAt: app.clock.now.toISOString() })
    expect(Date.parse(data.validUntil)).toBe(app.clock.now.getTime() + 30 * 86_400_000)
    expect(data.lines[0]).toMatchObject({ status: 'ready', price: { catalogueVersion: '2027-01-01.1' } })
    expect(data.lines[0]?.price?.linePrice.minor).toBeGreaterThan(before ?? 0)
  })
})
