import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  findMaterial,
  findService,
  type LeadTier,
  leadTiers,
  type Material,
  type PartHole,
  type PartMeasures,
  type ServiceSelection,
  selectColour,
  selectService,
} from '@cotation/domain'

/** A repeatable sequence of random numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

export const pickOne = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const between = (random: Random, low: number, high: number): number => low + (high - low) * random()

/** Evenly distributed by logarithm, so that small numbers are as frequent as large ones. */
const logBetween = (random: Random, low: number, high: number): number =>
  Math.exp(between(random, Math.log(low), Math.log(high)))
export const wholeBetween = (random: Random, low: number, high: number): number =>
  Math.floor(logBetween(random, low, high + 1))

/** A plausible part: fills some of its box, has at least the surface of a sphere of its volume. */
export function randomPart(random: Random): PartMeasures {
  const turned = random() < 0.3
  const [first, second, third] = [0, 1, 2].map(() => logBetween(random, 3, 450)) as [number, number, number]
  const [length, width, thickness] = [first, second, turned ? second : third].sort((a, b) => b - a) as [
    number,
    number,
    number,
  ]
  const volumeMm3 = length * width * thickness * logBetween(random, 0.02, turned ? 0.78 : 0.95)
  const minAreaMm2 = Math.cbrt(36 * Math.PI * volumeMm3 ** 2)
  const diameterMm = second

  return {
    volumeMm3,
    areaMm2: minAreaMm2 * logBetween(random, 1, 12),
    sizeMm: [length, width, thickness],
    freeformShare: random() < 0.5 ? 0 : random(),
    setups: wholeBetween(random, 1, 6),
    holes: Array.from({ length: Math.floor(random() * 6) }, (): PartHole => {
      const wallMm = random() < 0.3 ? undefined : logBetween(random, 0.3, 20)
      return {
        diameterMm: logBetween(random, 0.8, 14),
        depthMm: logBetween(random, 1, 60),
        through: random() < 0.5,
        wallMm,
      }
    }),
    turning: {
      turned,
      diameterMm,
      lengthMm: first,
      operations: wholeBetween(random, 1, 12),
      liveFeatures: Math.floor(random() * 5),
    },
    undercutPercent: random() < 0.5 ? 0 : between(random, 0, 30),
    tiltedSetups: random() < 0.8 ? 0 : 1,
  }
}

const paints = ['PANTONE 186 C', 'PANTONE 286 C', 'RAL 9005', 'RAL 7016', 'PANTONE 116 C']

/** A random selection of a service, which the rules may or may not allow. */
function randomSelection(random: Random, material: Material, quantity: number, catalogue: Catalogue): ServiceSelection {
  const id = pickOne(random, material.services.allowed)
  const service = findService(catalogue, id)
  const option = pickOne(random, service?.options ?? [])
  const count = wholeBetween(random, 1, 6)
  const colours = paints.slice(0, wholeBetween(random, 1, 5))
  const item = () => ({ size: pickOne(random, catalogue.threads).size, count, depthMm: logBetween(random, 2, 20) })
  const offered = option?.colours ?? service?.colours ?? []
  const colour = offered.length > 0 ? pickOne(random, offered).id : 'black'
  const base = { option: option?.id ?? '' }

  switch (id) {
    case 'anodizing':
      return { id, ...base, colour, gloss: 'matte', quantity }
    case 'dyeing':
      return { id, ...base, colours: [colour] }
    case 'painting':
      return { id, ...base, colours, finish: pickOne(random, ['matte', 'satin', 'glossy', 'textured', 'soft-touch']) }
    case 'silkscreen':
      return { id, ...base, colours: colours.slice(0, 4), zones: wholeBetween(random, 1, 3), position: 'top' }
    case 'threading':
      return { id, ...base, threads: [{ size: 'M6', lengthMm: 12, count }] }
    case 'tapping':
    case 'brass-insert':
      return { id, ...base, items: [item()] }
    case 'helicoil':
      return { id, ...base, items: [{ ...item(), ratio: pickOne(random, ['1D', '1.5D', '2D'] as const) }] }
    case 'reaming':
      return { id, ...base, items: [{ diameterMm: logBetween(random, 1, 50), depthMm: 5, count }] }
    case 'surface-finish':
      return { id, ...base, faces: 'all' }
    case 'hardness':
      return { id, ...base, value: pickOne(random, [30, 50, 70, 90]) }
    case 'assembling':
      return { id, ...base, suppliedParts: false, minutesPerUnit: wholeBetween(random, 1, 30) }
    case 'grinding':
      return { id, ...base, faces: count, areaCm2: logBetween(random, 0.1, 5) }
    case 'special-treatment':
      return { id, ...base, colour: 'RAL 9005' }
    case 'risk-acceptance':
      return { id, ...base, ruleIds: [] }
    default:
      return { id, ...base }
  }
}

/** A configuration as a customer would choose it; the rules forbid some of them. */
export function randomConfiguration(random: Random, part: PartMeasures, catalogue: Catalogue): Configuration {
  const material = pickOne(random, catalogue.materials)
  const quantity = wholeBetween(random, 1, 500)
  let configuration = defaultConfiguration(part, material.id, catalogue, quantity)
  configuration = selectColour(configuration, pickOne(random, material.colours).id, catalogue).configuration

  for (let i = Math.floor(random() * 4); i > 0; i--) {
    const selection = randomSelection(random, material, quantity, catalogue)
    configuration = selectService(configuration, selection, catalogue).configuration
  }

  const lead: LeadTier = pickOne(random, leadTiers)
  const toleranceId = pickOne(random, findMaterial(catalogue, material.id)?.tolerances ?? [])
  return { ...configuration, toleranceId, lead }
}
