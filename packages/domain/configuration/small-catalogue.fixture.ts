import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Colour, Material } from '../catalogue/material.ts'
import { type Process, type Processes, type ProcessId, processIds } from '../catalogue/process.ts'
import type { LeadTierTerms } from '../catalogue/selling.ts'
import { type Service, type ServiceId, type ServiceOption, serviceIds, type Thread } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import type { PartMeasures } from './part.ts'

/** One material per process and odd family, with the real rules; fields no rule reads are empty. */
const text = (word: string) => ({ fr: `${word} (fr)`, en: word })
const cards = { cn: 1, eu: 2 }
const native = (...ids: string[]): Colour[] =>
  ids.map((id) => ({ id, name: text(id), hex: '#808080', via: 'native' as const }))
const dyed = (...ids: string[]): Colour[] => native(...ids).map((colour) => ({ ...colour, via: 'dyeing:solid' }))

const toleranceIds: Record<ProcessId, readonly string[]> = {
  sla: ['sla-std', 'sla-tight'],
  mjf: ['pbf-std', 'pbf-tight'],
  sls: ['pbf-std', 'pbf-tight'],
  slm: ['slm-std', 'slm-tight'],
  milling: ['iso2768-m', 'pm-0.05'],
  turning: ['iso2768-m', 'pm-0.05'],
  casting: ['vc-std', 'vc-tight'],
}

function technologyOf(process: ProcessId) {
  if (process === 'casting') return 27
  return process === 'milling' || process === 'turning' ? 23 : 22
}

const processOf = (id: ProcessId): Process => ({
  id,
  technologyId: technologyOf(id),
  name: text(id),
  machineClass: '',
  supports: { required: false },
  minSizeMm: [1, 1, 1],
  minWallMm: 1,
  minFeatureMm: 1,
  minHoleMm: 1,
  minEngraveMm: 1,
  tolerances: toleranceIds[id].map((tolerance) => ({
    id: tolerance,
    name: text(tolerance),
    itGrade: '',
    cycleFactor: 1,
    priceFactor: 1,
    leadDays: 0,
    manualReview: false,
  })),
  defaultTolerance: toleranceIds[id][0] ?? '',
  finishes: [],
  quantityBreaks: [[1, 1]],
  minPartUsd: cards,
  cost: {} as never,
})

const processes = Object.fromEntries(processIds.map((id) => [id, processOf(id)])) as unknown as Processes

type Odd = Partial<Material> & { mandatory?: [ServiceId, string]; defaultOn?: [ServiceId, string] }
const everywhere: ServiceId[] = ['assembling', 'risk-acceptance']

function material(id: string, family: string, process: ProcessId, allowed: ServiceId[], odd: Odd = {}): Material {
  const { mandatory, defaultOn, ...rest } = odd
  const preset = (given?: [ServiceId, string]) => (given ? [{ id: given[0], option: given[1] }] : [])
  const colours = rest.colours ?? native('grey')

  return {
    id,
    technologyId: technologyOf(process),
    processIds: [process],
    family,
    name: text(id),
    available: true,
    densityGCm3: 1,
    usdPerKg: cards,
    priceVerified: false,
    colours,
    defaultColour: colours[0]?.id ?? '',
    envelopes: process === 'turning' ? {} : { [process]: [300, 400, 200] },
    minSizeMm: [1, 1, 1],
    minWallMm: 1,
    minFeatureMm: 1,
    minHoleMm: 1,
    minEngraveMm: 1,
    tolerances: toleranceIds[process],
    defaultTolerance: toleranceIds[process][0] ?? '',
    supports: { required: false },
    baseLeadDays: 3,
    properties: {},
    propertiesVerified: false,
    finishes: [],
    services: { allowed: [...allowed, ...everywhere], mandatory: preset(mandatory), defaultOn: preset(defaultOn) },
    cost: { kind: 'powder', bulkDensity: 1, discard: 0 },
    sources: [],
    ...rest,
  }
}

const machined: Partial<Material> = {
  processIds: ['milling', 'turning'],
  envelopes: { milling: [1000, 600, 400], turning: { diameterMm: 200, lengthMm: 400 } },
}

const depowder: Odd = { mandatory: ['sandblasting', 'depowder'] }
const resin: ServiceId[] = ['painting', 'silkscreen', 'tapping', 'brass-insert', 'polishing', 'sandblasting']
const clearResin: ServiceId[] = ['silkscreen', 'polishing', 'surface-finish', 'special-treatment']
const nylon: ServiceId[] = ['dyeing', ...resin, 'reaming', 'special-treatment']
const metal: ServiceId[] = ['painting', 'silkscreen', 'threading', 'tapping', 'reaming', 'polishing', 'sandblasting']

const aluminium: ServiceId[] = [
  ...metal,
  'anodizing',
  'helicoil',
  'surface-finish',
  'heat-treatment',
  'electrophoresis',
]

const steel: ServiceId[] = [
  ...metal,
  'helicoil',
  'surface-finish',
  'hardness',
  'heat-treatment',
  'electrophoresis',
  'grinding',
  'special-treatment',
]

const printedSteel: ServiceId[] = [
  ...metal,
  'hardness',
  'heat-treatment',
  'passivation',
  'electrophoresis',
  'grinding',
  'special-treatment',
]

const materials: Material[] = [
  material('sla-9600-white', 'resin-rigid', 'sla', [...resin, 'surface-finish', 'special-treatment']),
  material('sla-8001-clear', 'resin-clear', 'sla', clearResin, {
    colours: [...native('translucent'), { ...dyed('transparent')[0], via: 'special-treatment:oil-spray' } as Colour],
  }),
  material('mjf-pa12', 'nylon', 'mjf', nylon, {
    ...depowder,
    colours: [...native('naturalGrey'), ...dyed('black', 'red')],
  }),
  material('mjf-tpu-88a', 'tpu', 'mjf', ['dyeing', 'sandblasting', 'special-treatment'], {
    ...depowder,
    colours: [...native('grey'), ...dyed('black')],
  }),
  material('slm-316l', 'slm-steel', 'slm', [...printedSteel], {
    ...depowder,
    defaultOn: ['heat-treatment', 'stress-relief'],
  }),
  material('al-6061-t6', 'al', 'milling', aluminium, machined),
  material('steel-1045', 'steel', 'milling', steel, machined),
  material(
    'vc-pu-abs',
    'pu-rigid',
    'casting',
    ['painting', 'silkscreen', 'tapping', 'brass-insert', 'surface-finish', 'special-treatment'],
    {
      colours: [...native('white', 'black'), { ...native('red')[0], via: 'pigment' } as Colour],
    },
  ),
  material('vc-silicone', 'silicone', 'casting', ['surface-finish', 'hardness'], {
    mandatory: ['hardness', 'shore-a'],
    hardness: { scale: 'A', min: 30, max: 70, default: 70, step: 10 },
  }),
]

const option = (id: string, more: Partial<ServiceOption> = {}): ServiceOption => ({ id, name: text(id), ...more })
const colours = (...ids: string[]) => ids.map((id) => ({ id, name: text(id), hex: '#808080' }))

const service = (id: ServiceId, options: ServiceOption[], more: Partial<Service> = {}): Service => ({
  id,
  name: text(id),
  families: ['*'],
  leadDays: { rule: 'fixed', days: 1 },
  options,
  exclusiveWith: [],
  exclusivePerHole: [],
  ...more,
})

const pantone =
  '^(?:PANTONE\\s*)?(?:[0-9]{3,4}|Black [0-9]|Cool Gray [0-9]{1,2}|Warm Gray [0-9]{1,2}|[A-Z][A-Za-z ]+)\\s*(C|U)$|^RAL\\s?[0-9]{4}$'
const cut: ProcessId[] = ['milling', 'turning']
const powders = ['nylon', 'tpu', 'slm-steel']

const special: Partial<Record<ServiceId, Service>> = {
  anodizing: service('anodizing', [option('type-ii', { families: ['al'], colours: colours('clear', 'black') })], {
    families: ['al'],
    choices: { gloss: ['matte', 'glossy'] },
    exclusiveWith: ['painting', 'electrophoresis'],
  }),
  dyeing: service(
    'dyeing',
    [
      option('solid', { maxColours: 3 }),
      option('gradient', { minColours: 2, maxColours: 3, families: ['nylon'] }),
      option('cream', { maxColours: 1, families: ['nylon'] }),
    ],
    {
      families: ['nylon', 'tpu'],
      colours: colours('black', 'darkGrey', 'red', 'blue', 'green'),
      restrictions: [{ families: ['tpu'], options: ['solid'], colours: ['black', 'darkGrey'] }],
      exclusiveWith: ['painting', 'electrophoresis'],
    },
  ),
  painting: service('painting', [option('pantone', { pattern: pantone })], {
    maxColours: 5,
    choices: { finish: ['matte', 'glossy'] },
  }),
  silkscreen: service('silkscreen', [option('screen'), option('laser-mark', { families: ['al', 'steel'] })], {
    maxColours: 4,
  }),
  tapping: service('tapping', [option('6H')], {
    restrictions: [{ families: ['resin-rigid', 'nylon'], minThread: 'M3' }],
    exclusivePerHole: ['brass-insert', 'helicoil'],
  }),
  'brass-insert': service('brass-insert', [
    option('heat-set', { families: ['nylon'] }),
    option('bonded', { families: ['resin-rigid', 'pu-rigid'] }),
  ]),
  helicoil: service('helicoil', [option('free-running'), option('locking')]),
  reaming: service('reaming', [option('H7')], { rangeMm: [1, 50] }),
  polishing: service('polishing', [option('satin'), option('optical', { families: ['resin-clear'] })]),
  sandblasting: service('sandblasting', [option('glass-120'), option('depowder', { families: powders })]),
  'surface-finish': service(
    'surface-finish',
    [
      option('ra-3.2', { processes: cut, isDefault: true }),
      option('ra-0.4', { processes: cut, requires: ['grinding'] }),
      option('sla-fine', { processes: ['sla'] }),
      option('cast-gloss', { processes: ['casting'] }),
    ],
    { choices: { faces: ['all', 'marked'] } },
  ),
  hardness: service('hardness', [
    option('shore-a', { families: ['silicone'], value: { min: 30, max: 90, default: 70, step: 5 } }),
    option('hrc', { families: ['steel', 'slm-steel'], value: { min: 20, max: 62 }, requires: ['heat-treatment'] }),
  ]),
  'heat-treatment': service(
    'heat-treatment',
    [option('stress-relief'), option('quench-temper', { families: ['steel'], facts: { hardnessHrc: [28, 60] } })],
    { cancelWarning: text('May warp') },
  ),
  electrophoresis: service('electrophoresis', [option('black'), option('clear')]),
  'special-treatment': service('special-treatment', [
    option('spray-paint', { families: ['resin-rigid', 'nylon'], exclusiveWith: ['painting', 'dyeing'] }),
    option('oil-spray', { families: ['resin-clear'] }),
    option('vapour-smoothing', { families: ['nylon', 'tpu'] }),
    option('black-oxide', { families: ['steel', 'slm-steel'] }),
  ]),
  grinding: service('grinding', [option('flat')], { choices: { tolerance: ['IT6', 'IT7'] } }),
  passivation: service('passivation', [option('citric')], { excludedMaterials: ['steel-1045'] }),
  'risk-acceptance': service('risk-acceptance', [option('accept')]),
}

type Size = Pick<Thread, 'size' | 'nominalMm' | 'pitchMm' | 'tapDrillMm'>

const thread = ({ nominalMm, ...size }: Size, more: Partial<Thread>): Thread => ({
  ...size,
  system: 'metric',
  nominalMm,
  threadDepthMm: { min: 1.5 * nominalMm, max: 3 * nominalMm },
  blindHoleExtraMm: 2,
  usd: { tapping: cards },
  ...more,
})

const threads: Thread[] = [
  thread(
    { size: 'M1.6', nominalMm: 1.6, pitchMm: 0.35, tapDrillMm: 1.25 },
    {
      brassInsert: { lengthMm: 2.5, holeDiameterMm: 2.15, outerDiameterMm: 2.5, minBossWallMm: 0.8 },
    },
  ),
  thread(
    { size: 'M3', nominalMm: 3, pitchMm: 0.5, tapDrillMm: 2.5 },
    {
      helicoil: { drillMm: 3.18, lengthsMm: { '1D': 3, '1.5D': 4.5, '2D': 6 } },
      brassInsert: { lengthMm: 5.7, holeDiameterMm: 4, outerDiameterMm: 4.6, minBossWallMm: 1.6 },
    },
  ),
  thread(
    { size: '1/2-13', nominalMm: 12.7, pitchMm: 1.954, tapDrillMm: 10.72 },
    {
      helicoil: { drillMm: 13.3, lengthsMm: { '1D': 12.7, '1.5D': 19.05, '2D': 25.4 } },
    },
  ),
]

const terms = (more: Partial<LeadTierTerms> = {}): LeadTierTerms => ({
  name: text('tier'),
  priceFactor: 1,
  daysFactor: 1,
  daysAdded: 0,
  atLeastDays: 1,
  ...more,
})

export const smallCatalogue: Catalogue = {
  version: '2026-11-01.1',
  technologies: [
    { id: 22, slug: '3d-printing', name: text('technology'), processIds: ['sla', 'mjf', 'sls', 'slm'], minOrderUsd: 0 },
    { id: 23, slug: 'cnc', name: text('technology'), processIds: ['milling', 'turning'], minOrderUsd: 0 },
    { id: 27, slug: 'vacuum-casting', name: text('technology'), processIds: ['casting'], minOrderUsd: 0 },
  ],
  processes,
  toleranceTables: {} as never,
  materials,
  services: serviceIds.map((id) => special[id] ?? service(id, [option(id === 'threading' ? '6g' : 'fit-check')])),
  serviceRules: {
    order: serviceIds,
    exclusivePairs: [
      ['anodizing', 'painting'],
      ['electrophoresis', 'painting'],
      ['painting', 'passivation'],
      ['polishing', 'sandblasting'],
    ],
    perHoleExclusive: ['tapping', 'brass-insert', 'helicoil'],
    replaceText: text('This replaces {other}.'),
    mandatoryText: text('Mandatory.'),
  },
  threads,
  selling: {} as never,
  leadTimes: {
    tiers: { economy: terms(), standard: terms(), express: terms({ mostParts: 50 }) },
    tiersByProcess: { casting: { express: terms({ atLeastDays: 7 }) } },
    quantityDays: [[1, 0]],
    cutOffHour: 17,
    utcOffsetHours: 8,
  },
  holidays: { workshop: 'CN', extra: [] },
  tax: { seller: 'CN', standardRates: {}, union: [] },
  shipping: {} as never,
  loyalty: {} as never,
  ruleLimits: {},
}

/** 100 × 60 × 20 mm with holes Ø 4: blind 8 mm deep, through 20 mm, shallow blind 5 mm. */
export const block: PartMeasures = {
  volumeMm3: 120_000,
  areaMm2: 18_400,
  sizeMm: [100, 60, 20],
  freeformShare: 0,
  setups: 2,
  holes: [
    { diameterMm: 4, depthMm: 8, through: false, wallMm: 5 },
    { diameterMm: 4, depthMm: 20, through: true, wallMm: 5 },
    { diameterMm: 4, depthMm: 5, through: false, wallMm: 5 },
  ],
  turning: { turned: false, diameterMm: 0, lengthMm: 0, operations: 0, liveFeatures: 0 },
  undercutPercent: 0,
}

/** A pin that a lathe makes, Ø 20 × 80 mm. */
export const pin: PartMeasures = {
  ...block,
  sizeMm: [80, 20, 20],
  holes: [],
  turning: { turned: true, diameterMm: 20, lengthMm: 80, operations: 3, liveFeatures: 0 },
}

const sound: Record<string, Pick<Configuration, 'colourId' | 'toleranceId' | 'services'>> = Object.fromEntries(
  materials.map(({ id, defaultColour, defaultTolerance, services, hardness }) => [
    id,
    {
      colourId: defaultColour,
      toleranceId: defaultTolerance,
      services: services.mandatory.map(
        (preset): ServiceSelection =>
          preset.id === 'hardness'
            ? { id: 'hardness', option: preset.option, value: hardness?.default ?? 70 }
            : { id: 'sandblasting', option: preset.option },
      ),
    },
  ]),
)

/** A configuration without fault, with more services and other fields as given. */
export function configured(
  materialId: string,
  services: readonly ServiceSelection[] = [],
  more: Partial<Omit<Configuration, 'services'>> = {},
): Configuration {
  const { colourId = '', toleranceId = '', services: mandatory = [] } = sound[materialId] ?? {}
  const replaced = new Set(services.map(({ id }) => id))
  const kept = mandatory.filter(({ id }) => !replaced.has(id))

  return {
    materialId,
    colourId,
    toleranceId,
    quantity: 10,
    lead: 'standard',
    services: [...kept, ...services],
    ...more,
  }
}
