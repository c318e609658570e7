import type { Catalogue } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import { catalogueFaults, catalogueSchema } from './catalogue-schema.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
const copy = () => JSON.parse(JSON.stringify(packagedCatalogue)) as Json

/** The packaged catalogue with one entry replaced, or removed by `undefined`. */
function withEntry(path: string, value: unknown): Json {
  const changed = copy()
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let place = changed as Record<string, Json>
  for (const key of keys) place = place[key] as Record<string, Json>
  if (value === undefined) delete place[last]
  else place[last] = value as Json

  return changed
}

/** The index of an entry by its id, to keep the tables below readable. */
const material = (id: string) => `materials.${packagedCatalogue.materials.findIndex((one) => one.id === id)}`

function service(id: string, option?: string) {
  const index = packagedCatalogue.services.findIndex((one) => one.id === id)
  const place = packagedCatalogue.services[index]?.options.findIndex((one) => one.id === option)
  return `services.${index}${option ? `.options.${place}` : ''}`
}

describe('a catalogue', () => {
  it('is valid as packaged, and validation does not change it', () => {
    expect(catalogueFaults(packagedCatalogue)).toEqual([])
    expect(catalogueSchema.parse(copy())).toStrictEqual(packagedCatalogue)
  })

  it('has the type of the domain, except for readonly', () => {
    type Deep<T> = T extends string | number | boolean | null ? T : { readonly [K in keyof T]: Deep<T[K]> }
    expectTypeOf<Deep<z.output<typeof catalogueSchema>>>().toEqualTypeOf<Deep<Catalogue>>()
  })

  it('is valid without customs, as versions before 2026-11-17.1 are', () => {
    expect(catalogueFaults(withEntry('customs', undefined))).toEqual([])
  })

  it.each([null, undefined, 3, 'catalogue', []])('refuses %j, which is no catalogue', (value) => {
    expect(catalogueFaults(value)).toHaveLength(1)
    expect(catalogueFaults(value)[0]?.path).toBe('')
  })

  it('reports at most a hundred faults', () => {
    const broken = withEntry('materials', Array(200).fill({}))
    expect(catalogueFaults(broken)).toHaveLength(100)
    const unknown = {
      ...(copy() as object),
      ...Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x${i}`, 1])),
    }
    expect(catalogueFaults(unknown)).toHaveLength(100)
  })
})

const smaller = 'is not more than 0'
const negative = 'is less than 0'
const invalid = 'is not valid'
const wrongType = 'is of the wrong type'
const outOfOrder = 'is out of order with its neighbours'
const nowhere = 'leads to nothing in this catalogue'
const twice = 'is there twice'
const missing = 'is missing'
const unreached = 'is not reached by anything'

describe('an invalid figure is reported with its path', () => {
  it.each<[path: string, value: unknown, problem: string, told?: string]>([
    ['version', '2026-11-01', invalid],
    ['version', undefined, missing],
    ['materials.12.cost.layerMm', 0, smaller],
    ['materials.12.cost.layerMm', '0.1', wrongType],
    ['materials.12.cost.layerMm', null, wrongType],
    ['materials.12.cost.layerMm', undefined, missing],
    ['materials.12.cost.colour', 'red', 'is not a field of a catalogue'],
    ['materials.0.cost.kind', 'clay', invalid],
    ['materials.0.densityGCm3', 0, smaller],
    ['materials.0.densityGCm3', 31, 'is more than 30'],
    ['materials.0.usdPerKg.cn', -0.01, negative],
    ['materials.0.usdPerKg.eu', 1e8, 'is more than 10000000'],
    ['materials.0.baseLeadDays', 0, 'is less than 1'],
    ['materials.0.baseLeadDays', 2.5, wrongType],
    ['materials.0.name.fr', '', 'is shorter than 1 characters'],
    ['materials.0.name.en', ' White', invalid],
    ['materials.0.name.en', 'White\n', invalid],
    ['materials.0.colours', [], 'has fewer than 1 entries'],
    ['materials.0.colours.0.hex', 'F3F2EE', invalid],
    ['materials.0.colours.0.via', 'baking:brown', invalid],
    ['materials.0.processIds.0', 'forging', invalid],
    ['materials.0.technologyId', 21, invalid],
    ['materials.0.properties.tensileMpa', {}, invalid],
    ['materials.0.minSizeMm', [5, 5], 'has fewer than 3 entries'],
    ['processes.sla.quantityBreaks.0.0', 2, 'does not start at 1'],
    ['processes.sla.quantityBreaks.2.0', 5, 'does not ascend'],
    ['processes.sla.quantityBreaks.2.1', 0.98, outOfOrder],
    ['processes.sla.quantityBreaks.6.1', 0, smaller],
    ['processes.sla.minPartUsd.cn', 0, smaller],
    ['processes.sla.tolerances.1.priceFactor', 0.9, 'is less than 1'],
    ['processes.sla.cost.failRate', 1, 'is not less than 1'],
    ['processes.sla.cost.eta', 1.01, 'is more than 1'],
    ['processes.milling.minWallMm', { metal: 0.8 }, invalid],
    ['processes.milling.cost.thicknessesMm.3', 2, 'does not ascend', 'processes.milling.cost.thicknessesMm'],
    ['processes.sls.id', 'mjf', invalid],
    ['toleranceTables.iso2768.classes.f', [0.05], 'does not have as many entries as its table'],
    ['toleranceTables.iso286.grades.IT7', [10], 'does not have as many entries as its table'],
    ['selling.rateCard', 'us', invalid],
    ['selling.rateCards.cn.margin', 1, 'is not less than 1'],
    ['selling.rateCards.cn.marginByProcess.sls', 1, 'is not less than 1'],
    ['selling.rateCards.eu.machines.mill3', undefined, missing],
    ['selling.rateCards.eu.marketPosition', 0, smaller],
    ['selling.exchangeRates.USD', 1.1, 'is not 1'],
    ['selling.exchangeRates.EUR', 0, smaller],
    ['selling.minPartShare', 1.01, 'is more than 1'],
    ['leadTimes.tiers.standard.priceFactor', 0.91, outOfOrder],
    ['leadTimes.tiers.standard.daysFactor', 1.6, outOfOrder],
    ['leadTimes.tiers.standard.daysAdded', 2, outOfOrder],
    ['leadTimes.quantityDays.1.1', -1, negative],
    ['leadTimes.quantityDays.2.1', 0, outOfOrder],
    ['leadTimes.cutOffHour', 25, 'is more than 24'],
    [
      'holidays.extra',
      [{ country: 'CN', from: '2026-02-30', to: '2026-03-01', name: { fr: 'a', en: 'b' } }],
      invalid,
      'holidays.extra.0.from',
    ],
    [
      'holidays.extra',
      [{ country: 'CN', from: '2026-03-02', to: '2026-03-01', name: { fr: 'a', en: 'b' } }],
      outOfOrder,
      'holidays.extra.0.to',
    ],
    ['tax.standardRates.FR', 101, 'is more than 100'],
    ['customs.commodities.0.hsCode', '3926.90', invalid],
    ['customs.territories.0.dutyBase', 'exw', invalid],
    ['customs.territories.0.duties.0.percent', -1, negative],
    ['customs.territories.1.dutyFree.usd', 0, smaller],
    ['customs.territories.1.dutyFree.currency', 'pound', invalid],
    ['customs.sources.taric.date', 'today', invalid],
    ['tax.standardRates.France', 20, invalid],
    ['shipping.carriers.0.trackingUrl', 'https://example.com/', invalid],
    ['shipping.carriers.0.rates.1.transitDays.1', 0, outOfOrder],
    ['shipping.carriers.0.rates.first', 3, invalid],
    ['loyalty.levels.1.minSpendUsd', 3000, outOfOrder, 'loyalty.levels.2.minSpendUsd'],
    ['loyalty.referral.codePattern', '[A-Z', invalid],
    ['loyalty.exchange.offers.0.coupon.usd', 0, smaller],
    ['ruleLimits', { 'Min Wall': {} }, invalid, 'ruleLimits.Min Wall'],
    ['ruleLimits', { 'min-wall-sla': { warns: {} } }, invalid, 'ruleLimits.min-wall-sla.warns'],
    [
      'ruleLimits',
      { 'min-wall-sla': { severity: 1 } },
      'is not a field of a catalogue',
      'ruleLimits.min-wall-sla.severity',
    ],
  ])('%s = %j: %s', (path, value, problem, told = path) => {
    expect(catalogueFaults(withEntry(path, value))).toContainEqual({ path: told, problem })
  })

  it.each<[path: string, value: unknown]>([
    ['materials.0.usdPerKg.cn', 0],
    ['materials.0.note', 'A note.'],
    ['materials.0.available', false],
    ['processes.sla.quantityBreaks.2.1', 0.97],
    ['processes.sla.cost.eta', 1],
    ['selling.rateCards.cn.margin', 0],
    ['selling.rateCards.eu.marginByProcess', { slm: 0.999 }],
    ['leadTimes.tiers.express', { ...packagedCatalogue.leadTimes.tiers.standard }],
    ['leadTimes.tiers.economy.priceFactor', 1],
    ['leadTimes.tiersByProcess.sla', {}],
    ['leadTimes.quantityDays.1.1', 0],
    ['holidays.extra', [{ country: 'CN', from: '2027-02-05', to: '2027-02-05', name: { fr: 'a', en: 'b' } }]],
    ['shipping.carriers.0.rates.1.transitDays.1', 1],
    ['ruleLimits', { 'min-wall-sla': { warns: null, blocks: 0.4, informs: [1, 'a'] }, 'sla-drift': {} }],
  ])('%s may be %j', (path, value) => {
    expect(catalogueFaults(withEntry(path, value))).toEqual([])
  })
})

const family = 'does not go with the family of the material'
const wrongProcess = 'does not go with the process'
const notAllowed = 'is not a service that the material may have'

describe('an unknown reference is reported with its path', () => {
  const casting = packagedCatalogue.leadTimes.tiersByProcess.casting?.express
  it.each<[path: string, value: unknown, problem: string, told?: string]>([
    ['technologies.1.id', 22, twice],
    ['technologies.0.processIds', ['sla', 'mjf', 'sls'], nowhere, 'processes.slm.technologyId'],
    ['processes.sla.technologyId', 23, nowhere],
    ['processes.sla.technologyId', 23, wrongProcess, 'materials.0.processIds.0'],
    ['processes.sla.defaultTolerance', 'iso2768-m', nowhere],
    ['processes.sla.tolerances.1.id', 'sla-std', twice],
    ['processes.sla.tolerances.1.id', 'sla-fine', nowhere, 'materials.0.tolerances.1'],
    ['processes.casting.cost.masterMaterialId', 'sla-9601', nowhere],
    ['processes.casting.cost.masterMaterialId', 'pom-c', nowhere],
    ['materials.1.id', 'sla-9600-white', twice],
    ['materials.0.processIds', ['sla', 'sla'], twice, 'materials.0.processIds.1'],
    ['materials.0.processIds', ['mjf'], wrongProcess, 'materials.0.cost.kind'],
    ['materials.0.processIds', ['mjf'], wrongProcess, 'materials.0.envelopes.sla'],
    ['materials.0.envelopes', {}, missing, 'materials.0.envelopes.sla'],
    ['materials.0.envelopes.mjf', [1, 1, 1], wrongProcess],
    ['materials.0.tolerances.1', 'iso2768-m', nowhere],
    ['materials.0.defaultTolerance', 'iso2768-m', nowhere],
    ['materials.0.defaultColour', 'pink', nowhere],
    ['materials.0.colours.0.via', 'dyeing:solid', notAllowed],
    [`${material('mjf-pa12')}.colours.1.via`, 'dyeing:striped', nowhere],
    [`${material('mjf-tpu-88a')}.colours.1.via`, 'dyeing:cream', family],
    [`${material('mjf-pa12')}.colours.1.id`, 'naturalGrey', twice],
    ['materials.0.services.allowed.1', 'painting', twice],
    ['materials.0.services.allowed.1', 'anodizing', family],
    [`${material('mjf-pa-color')}.services.allowed.0`, 'dyeing', family],
    [`${material('mjf-pa12')}.services.mandatory.0.id`, 'hardness', notAllowed],
    [`${material('mjf-pa12')}.services.mandatory.0.option`, 'sand', nowhere],
    [`${material('slm-316l')}.services.defaultOn.0.option`, 'carburizing', family],
    [`${material('vc-silicone')}.hardness.max`, 29, outOfOrder],
    [`${material('vc-silicone')}.hardness.default`, 71, 'is outside its own bounds'],
    [`${material('vc-silicone')}.hardness.default`, 29, 'is outside its own bounds'],
    ['services.1.id', 'anodizing', twice],
    [`${service('anodizing')}.families.0`, 'aluminium', nowhere],
    [`${service('dyeing')}.excludedMaterials.0`, 'mjf-pa13', nowhere],
    [`${service('dyeing', 'gradient')}.id`, 'solid', twice],
    [`${service('dyeing', 'gradient')}.families.0`, 'al', family],
    [`${service('dyeing', 'gradient')}.maxColours`, 1, outOfOrder],
    [`${service('dyeing')}.colours.1.id`, 'black', twice],
    [`${service('dyeing')}.restrictions.0.families.0`, 'al', nowhere],
    [`${service('dyeing')}.restrictions.0.options.0`, 'striped', nowhere],
    [`${service('dyeing')}.restrictions.0.colours.0`, 'mauve', nowhere],
    [`${service('tapping')}.restrictions.0.minThread`, 'M7', nowhere],
    [`${service('anodizing', 'type-ii')}.colours.1.id`, 'clear', twice],
    [`${service('heat-treatment', 'stress-relief')}.includedForFamilies.0`, 'nylon', family],
    [`${service('hardness', 'hrc')}.requires.0`, 'hardness', nowhere],
    [`${service('special-treatment', 'spray-paint')}.exclusiveWith.0`, 'special-treatment', nowhere],
    [`${service('hardness', 'shore-a')}.value.max`, 29, outOfOrder],
    [`${service('hardness', 'shore-a')}.value.default`, 91, 'is outside its own bounds'],
    [`${service('hardness', 'shore-a')}.value.default`, 29, 'is outside its own bounds'],
    [`${service('polishing', 'satin')}.leadDays`, undefined, missing],
    [`${service('reaming', 'H7')}.price.perHole`, 'thread-table', nowhere],
    [`${service('anodizing')}.exclusiveWith.0`, 'polishing', nowhere],
    [`${service('anodizing')}.exclusiveWith`, ['electrophoresis'], nowhere, 'serviceRules.exclusivePairs.0'],
    [`${service('tapping')}.exclusivePerHole.0`, 'reaming', nowhere],
    ['serviceRules.exclusivePairs.0.1', 'anodizing', nowhere, 'serviceRules.exclusivePairs.0'],
    ['serviceRules.order.1', 'heat-treatment', twice],
    ['serviceRules.perHoleExclusive', ['tapping', 'helicoil'], nowhere, `${service('brass-insert')}.exclusivePerHole`],
    ['threads.1.size', 'M1.6', twice],
    ['threads.1.threadDepthMm.max', 2.9, outOfOrder],
    ['threads.1.usd.brassInsert', undefined, missing],
    ['threads.1.usd.helicoil', undefined, missing],
    ['leadTimes.tiersByProcess.casting.express.atLeastDays', 11, outOfOrder],
    ['leadTimes.tiersByProcess.casting.express.priceFactor', 0.99, outOfOrder],
    [
      'leadTimes.tiersByProcess.casting.standard',
      { ...casting, priceFactor: 1.4 },
      outOfOrder,
      'leadTimes.tiersByProcess.casting.express.priceFactor',
    ],
    [
      'leadTimes.tiersByProcess.sla',
      { economy: { ...casting, priceFactor: 1.1 } },
      outOfOrder,
      'leadTimes.tiersByProcess.sla.economy.priceFactor',
    ],
    ['leadTimes.tiers.express.atLeastDays', 3, outOfOrder],
    ['leadTimes.tiers.standard.atLeastDays', 9, outOfOrder],
    ['tax.union.0', 'US', nowhere],
    ['shipping.carriers.1.id', 'dhl', twice],
    ['shipping.zones.1.id', 1, twice],
    ['shipping.zones.1.id', 77, nowhere, 'shipping.carriers.0.rates.2'],
    ['shipping.zones.1.id', 77, unreached, 'shipping.zones.1'],
    ['shipping.zones.1.countries.0', 'FR', twice, 'shipping.zones.5.countries.0'],
    ['shipping.zones.8.countries', ['ZA'], unreached, 'shipping.zones'],
    ['shipping.packing.fragileFamilies.0', 'glass', nowhere],
    ['customs.commodities.0.source', 'hearsay', nowhere],
    ['customs.commodities.1.hsCode', '392690', twice, 'customs.commodities.1.hsCode'],
    ['customs.commodities.1.families.0', 'pp', twice],
    ['customs.commodities.1.families.0', 'glass', nowhere],
    ['customs.territories.0.duties.0.source', 'hearsay', nowhere],
    ['customs.territories.0.duties.0.hsCodes.0', '940390', nowhere],
    ['customs.territories.0.importTax.source', 'hearsay', nowhere],
    ['customs.territories.0.countries.0', 'BR', nowhere],
    ['customs.territories.1.countries.0', 'FR', twice],
    ['customs.territories.1.dutyFree.source', 'hearsay', nowhere],
    ['customs.territories.2.importTax.free.source', 'hearsay', nowhere],
    ['customs.territories.2.duties.0.hsCodes', ['392690'], unreached, 'customs.territories.2.duties'],
    ['loyalty.levels.1.id', 'bronze', twice],
    ['loyalty.tasks.1.id', 'profile', twice],
    ['loyalty.exchange.offers.1.id', 'ex-5', twice],
    ['loyalty.levels.0.minOrders', 1, 'is not reached by anything', 'loyalty.levels.0.minSpendUsd'],
    ['loyalty.levels.0.minSpendUsd', 1, 'is not reached by anything'],
  ])('%s = %j: %s', (path, value, problem, told = path) => {
    expect(catalogueFaults(withEntry(path, value))).toContainEqual({ path: told, problem })
  })
})

it('reports a fault for any wrong value of an entry, and never throws', () => {
  const entry = fc.constantFrom(
    ...Object.keys(packagedCatalogue).filter((key) => key !== 'ruleLimits'),
    'materials.3',
    'materials.3.services',
    'materials.3.envelopes',
    'services.4.options',
    'services.4.leadDays',
    'shipping.carriers.1.rates',
    'selling.rateCards.cn.machines',
  )
  fc.assert(
    fc.property(entry, fc.jsonValue({ maxDepth: 2 }), (path, value) => {
      const faults = catalogueFaults(withEntry(path, value))
      expect(faults.length).toBeGreaterThan(0)
      expect(faults.some((fault) => fault.path.startsWith(path))).toBe(true)
    }),
    { numRuns: 60 },
  )
})
