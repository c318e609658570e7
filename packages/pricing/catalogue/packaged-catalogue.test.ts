import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServiceId, serviceIds } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from './packaged-catalogue.ts'

const { materials, processes, services, serviceRules, threads, technologies, shipping, tax } = packagedCatalogue
const families = new Set(materials.map(({ family }) => family))
const optionsOf = (id: string) =>
  services.find((service) => service.id === id)?.options.map((option) => option.id) ?? []

describe('the packaged catalogue', () => {
  it('survives a round trip through JSON, in which it is stored', () => {
    expect(JSON.parse(JSON.stringify(packagedCatalogue))).toStrictEqual(packagedCatalogue)
  })

  it('has the same bytes that installations have stored under its version', () => {
    const digest = createHash('sha256').update(JSON.stringify(packagedCatalogue)).digest('hex')
    expect([packagedCatalogue.version, digest]).toEqual([
      '2026-11-17.3',
      'd11e6ead5fb325786b99144726bb2945161a0f1e745dc2439643e00ae9bca357',
    ])
  })

  it('names its version by the day it came into force', () => {
    expect(packagedCatalogue.version).toBe('2026-11-17.3')
  })

  it.each([
    ['materials', materials.map(({ id }) => id), 85],
    ['services', services.map(({ id }) => id), 22],
    ['threads', threads.map(({ size }) => size), 20],
    ['technologies', technologies.map(({ id }) => id), 3],
    ['carriers', shipping.carriers.map(({ id }) => id), 3],
    ['zones', shipping.zones.map(({ id }) => id), 10],
  ] as const)('has unique ids of %s', (_, ids, count) => {
    expect(ids).toHaveLength(count)
    expect(new Set<string | number>(ids).size).toBe(count)
  })

  it('has every service of the specification (spec 9) in its sequence, then those of checking', () => {
    expect(services.map(({ id }) => id)).toEqual(serviceIds)
  })

  it('has technologies 22, 23 and 27 with their processes (spec 9)', () => {
    expect(technologies.map(({ id, slug }) => `${id} ${slug}`)).toEqual([
      '22 3d-printing',
      '23 cnc',
      '27 vacuum-casting',
    ])
    expect(technologies.flatMap(({ processIds }) => processIds).toSorted()).toEqual(Object.keys(processes).toSorted())

    for (const { id, processIds } of technologies)
      for (const process of processIds) expect(processes[process].technologyId, process).toBe(id)
  })
})

it('every source of a material is listed in docs/catalogue.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/catalogue.md'), 'utf8')
  const cited = new Set(materials.flatMap(({ sources }) => sources))
  expect(cited.size).toBeGreaterThan(10)
  expect([...cited].filter((id) => !page.includes(`| \`${id}\` |`))).toEqual([])
})

describe('a material', () => {
  it.each(materials.map((material) => [material.id, material] as const))(
    '%s refers only to what exists',
    (_, material) => {
      expect(material.processIds).not.toHaveLength(0)

      for (const id of material.processIds) {
        expect(processes[id].technologyId).toBe(material.technologyId)
        expect(material.envelopes[id], `no envelope for ${id}`).toBeDefined()
        const known = processes[id].tolerances.map((tolerance) => tolerance.id)
        for (const tolerance of material.tolerances) expect(known).toContain(tolerance)
      }

      expect(Object.keys(material.envelopes)).toEqual(material.processIds)
      expect(material.tolerances).toContain(material.defaultTolerance)

      const colours = material.colours.map(({ id }) => id)
      expect(new Set(colours).size).toBe(colours.length)
      expect(colours).toContain(material.defaultColour)

      for (const { via } of material.colours) {
        if (['native', 'pigment', 'tint'].includes(via)) continue
        const [service = '', option = ''] = via.split(':')
        expect(material.services.allowed).toContain(service)
        expect(optionsOf(service)).toContain(option)
      }

      for (const { id, option } of [...material.services.mandatory, ...material.services.defaultOn]) {
        expect(material.services.allowed).toContain(id)
        expect(optionsOf(id)).toContain(option)
      }
    },
  )
})

describe('a service', () => {
  it.each(services.map((service) => [service.id, service] as const))('%s refers only to what exists', (id, service) => {
    const isKnown = (family: string) => family === '*' || families.has(family)
    expect(service.families.filter((family) => !isKnown(family))).toEqual([])
    expect(service.options).not.toHaveLength(0)
    expect(new Set(optionsOf(id)).size).toBe(service.options.length)

    for (const option of service.options) {
      for (const family of [...(option.families ?? []), ...(option.includedForFamilies ?? [])])
        expect(service.families, `${option.id} ${family}`).toContain(family)
      for (const other of [...(option.requires ?? []), ...(option.exclusiveWith ?? [])])
        expect(serviceIds).toContain(other)
    }

    for (const { families: restricted, options = [], minThread } of service.restrictions ?? []) {
      for (const family of restricted) expect(service.families).toContain(family)
      for (const option of options) expect(optionsOf(id)).toContain(option)
      if (minThread) expect(threads.map(({ size }) => size)).toContain(minThread)
    }

    for (const material of service.excludedMaterials ?? []) expect(materials.map((one) => one.id)).toContain(material)
  })

  it('lists exclusions in both directions, as in the pairs', () => {
    const listed = services.flatMap(({ id, exclusiveWith }) =>
      exclusiveWith.map((other) => [id, other].toSorted().join()),
    )
    const pairs = serviceRules.exclusivePairs.map((pair) => [...pair].toSorted().join())

    expect([...new Set(listed)].toSorted()).toEqual(pairs.toSorted())
    expect(listed).toHaveLength(2 * pairs.length)

    const perHole: ServiceId[] = services
      .filter(({ exclusivePerHole }) => exclusivePerHole.length > 0)
      .map(({ id }) => id)

    expect(perHole).toEqual(serviceRules.perHoleExclusive)
  })

  it('requires a hardness for silicones and elastomers, within the range of the service (spec 9)', () => {
    const bounds = services.find(({ id }) => id === 'hardness')?.options.find(({ id }) => id === 'shore-a')?.value
    expect(bounds).toEqual({ min: 30, max: 90, default: 70, step: 5 })

    const soft = materials.filter(({ hardness }) => hardness)
    expect(soft.map(({ services: { mandatory } }) => mandatory)).toEqual(
      Array(4).fill([{ id: 'hardness', option: 'shore-a' }]),
    )

    for (const { hardness } of soft) {
      expect(hardness?.min).toBeGreaterThanOrEqual(30)
      expect(hardness?.max).toBeLessThanOrEqual(90)
    }
  })
})

describe('shipping and tax', () => {
  it('has rates of the express carriers for every foreign zone, and of SF for all but Africa', () => {
    const foreign = shipping.zones.map(({ id }) => String(id)).filter((id) => id !== '10')
    expect(shipping.carriers.map(({ id, rates }) => [id, Object.keys(rates)])).toEqual([
      ['dhl', foreign],
      ['fedex', foreign],
      ['sf', [...foreign.filter((id) => id !== '9'), '10']],
    ])
  })

  it('has each country in one zone, and all others in zone 9', () => {
    const countries = shipping.zones.flatMap((zone) => zone.countries)
    expect(new Set(countries).size).toBe(countries.length)
    expect(shipping.zones.find(({ id }) => id === 9)?.countries).toContain('*')
    for (const country of Object.keys(tax.standardRates)) expect(countries).toContain(country)
  })

  it('has VAT rates for the 27 members of the Union, the seller and seven other countries', () => {
    expect(tax.union).toHaveLength(27)
    expect(Object.keys(tax.standardRates)).toHaveLength(35)
    expect(tax.standardRates).toMatchObject({
      CN: 13,
      FR: 20,
      DE: 19,
      LU: 17,
      HU: 27,
      FI: 25.5,
      GB: 20,
      CH: 8.1,
      NO: 25,
    })

    for (const country of tax.union) expect(tax.standardRates[country]).toBeGreaterThanOrEqual(15)
  })

  it('names fragile families that materials have', () => {
    for (const family of shipping.packing.fragileFamilies) expect(families).toContain(family)
  })
})
