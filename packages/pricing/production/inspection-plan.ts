import {
  type Catalogue,
  type CharacteristicKind,
  type CharacteristicSubject,
  type CheckMethod,
  type Configuration,
  chosenProcess,
  describedServices,
  findColour,
  findMaterial,
  findOption,
  findService,
  findTolerance,
  isColourCovered,
  type PartMeasures,
  type PlannedCharacteristic,
  type ProcessId,
  type ServiceSelection,
  selectionOf,
  type ToleranceClass,
} from '@cotation/domain'
import type { RuleId } from '@cotation/geometry'

/** A line as it was ordered. */
export interface InspectedLine {
  /** Null if an expert priced a part without one. */
  configuration: Configuration | null
  part: PartMeasures | null
  pricedAs: ProcessId | null
  /** The rules whose risk the customer accepted. */
  riskRules: readonly string[]
  hasDrawing: boolean
}

/** Rules about the file, the order or the way of making it: nothing of it shows on a piece. */
const notOnPieces = [
  'mesh-watertight',
  'mesh-nonmanifold',
  'mesh-inverted',
  'multi-shell',
  'left-out-fragments',
  'left-out-surfaces',
  'unit-suspect',
  'cnc-needs-step',
  'faces-invalid',
  'large-sla',
  'sla-drift',
  'not-rotational',
  'setups',
  'qty-casting',
  'anodize-qty',
] as const satisfies readonly RuleId[]

const showsOnPieces = (rule: string): boolean => !notOnPieces.some((one) => one === rule)

const noLimits = { nominalMm: null, lowerMm: null, upperMm: null } as const

/** Passes or fails on each piece of the sample. */
function ofPieces(
  key: string,
  kind: CharacteristicKind,
  method: CheckMethod,
  subject: CharacteristicSubject,
): PlannedCharacteristic {
  return { key, kind, method, isPerPiece: true, subject, ...noLimits }
}

/** Passes or fails once for all pieces. */
function ofAll(
  key: string,
  kind: CharacteristicKind,
  method: CheckMethod,
  subject: CharacteristicSubject = {},
): PlannedCharacteristic {
  return { key, kind, method, isPerPiece: false, subject, ...noLimits }
}

/**
 * What to check about the pieces of a line. On each piece of the sample: sides of the box, drawing,
 * threads, inserts, bores, and accepted risks that show on it. Once for all pieces: appearance,
 * colour, services, papers and the number of pieces.
 */
export function inspectionPlan(line: InspectedLine, catalogue: Catalogue): PlannedCharacteristic[] {
  const { configuration, hasDrawing, riskRules } = line
  const sizesOfBox = sizes(line, catalogue)
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  const colour = material && findColour(material, configuration.colourId)
  const hasColour = colour && !isColourCovered(configuration)

  return [
    ...sizesOfBox,
    // Without limits of our own, drawing and model are all that says how large the part is.
    ...(hasDrawing || sizesOfBox.length === 0 ? [ofPieces('drawing', 'drawing', 'gauge', {})] : []),
    ...(configuration ? holes(configuration) : []),
    ...riskRules.filter(showsOnPieces).map((rule) => ofPieces(`risk-${rule}`, 'risk', 'visual', { rule })),
    ofAll('appearance', 'appearance', 'visual'),
    ...(hasColour ? [ofAll('colour', 'colour', 'visual')] : []),
    ...(configuration ? services(configuration) : []),
    ofAll('quantity', 'quantity', 'count'),
  ]
}

const sides = ['length', 'width', 'height'] as const

/** Thousandths: what a micrometer shows, and no more digits than the arithmetic keeps. */
const rounded = (mm: number) => Math.round(mm * 1000) / 1000

/** Share of the tolerance that the facets of a round outline may take off without much effect. */
const facetShare = 0.25

/**
 * What was meant by the size of a mesh (mm). Triangles lie inside round outlines, so Ø 80 measures
 * 79.957: the next half millimetre is meant if it is nearer than a share of the tolerance.
 */
function intendedMm(mm: number, plusMinusMm: number | null): number {
  const nextHalf = Math.ceil(mm * 2 - 0.002) / 2
  const isMeant = plusMinusMm !== null && nextHalf - mm <= facetShare * plusMinusMm
  return isMeant ? nextHalf : Math.round(mm * 100) / 100
}

/** The sides of the box, the longest first, with the limits of the ordered tolerance class. */
function sizes(line: InspectedLine, catalogue: Catalogue): PlannedCharacteristic[] {
  const tolerance = toleranceOf(line, catalogue)
  if (!line.part || !tolerance) return []

  const { sizeMm, isFaceted } = line.part
  return sizeMm.map((mm, index) => {
    const side = sides[index] ?? 'height'
    const nominalMm = isFaceted ? intendedMm(mm, plusMinusOf(tolerance, mm, catalogue)) : rounded(mm)
    const plusMinusMm = plusMinusOf(tolerance, nominalMm, catalogue)
    // Nobody promised a limit for a length that the standard leaves out.
    if (plusMinusMm === null) return ofPieces(`size-${side}`, 'size', 'gauge', { side, mm: nominalMm })

    return {
      ...ofPieces(`size-${side}`, 'size', 'measure', { side, mm: nominalMm }),
      nominalMm,
      lowerMm: Math.max(0, rounded(nominalMm - plusMinusMm)),
      upperMm: rounded(nominalMm + plusMinusMm),
    }
  })
}

function toleranceOf({ configuration, part, pricedAs }: InspectedLine, catalogue: Catalogue) {
  if (!configuration || !part) return undefined
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) return undefined

  const process = pricedAs ?? chosenProcess(part, material, configuration.process)
  return findTolerance(catalogue.processes[process], configuration.toleranceId)
}

/** Half the width of a tolerance class at a length; null if the class has no limit there. */
function plusMinusOf(
  { plusMinusMm, upToMm, percentBeyond, standard }: ToleranceClass,
  mm: number,
  { toleranceTables }: Catalogue,
): number | null {
  if (plusMinusMm !== undefined) {
    const isBeyond = upToMm !== undefined && mm > upToMm
    return isBeyond && percentBeyond !== undefined ? (mm * percentBeyond) / 100 : plusMinusMm
  }

  const [, letter] = /^ISO 2768-([fmcv])/.exec(standard ?? '') ?? []
  if (letter !== 'f' && letter !== 'm' && letter !== 'c' && letter !== 'v') return null

  // ISO 2768-1: from 0.5 mm, then over the lower and up to the upper end of a range.
  const { rangesMm, classes } = toleranceTables.iso2768
  const range = rangesMm.findIndex(([over, upTo], index) => (index === 0 ? mm >= over : mm > over) && mm <= upTo)
  return classes[letter][range] ?? null
}

/** Threads, inserts and bores, checked with gauges. */
function holes({ services: chosen }: Configuration): PlannedCharacteristic[] {
  return chosen.flatMap((service) => {
    switch (service.id) {
      case 'tapping':
        return service.items.map(({ size, count, depthMm }, index) =>
          ofPieces(`${service.id}-${index}`, 'thread', 'gauge', { size, count, depth: depthMm }),
        )
      case 'threading':
        return service.threads.map(({ size, count, lengthMm }, index) =>
          ofPieces(`${service.id}-${index}`, 'thread', 'gauge', { size, count, depth: lengthMm }),
        )
      case 'brass-insert':
      case 'helicoil':
        return service.items.map(({ size, count }, index) =>
          ofPieces(`${service.id}-${index}`, 'insert', 'gauge', { size, count }),
        )
      case 'reaming':
        return service.items.map(({ diameterMm, count }, index) =>
          ofPieces(`${service.id}-${index}`, 'bore', 'gauge', { diameter: diameterMm, count }),
        )
      default:
        return []
    }
  })
}

const checkedAsHoles: readonly ServiceSelection['id'][] = [
  'tapping',
  'threading',
  'brass-insert',
  'helicoil',
  'reaming',
]

/** Every other service that was bought. The bought report is this inspection itself. */
function services(configuration: Configuration): PlannedCharacteristic[] {
  return describedServices(configuration).flatMap(({ id }) => {
    if (id === 'inspection' || checkedAsHoles.includes(id)) return []
    if (id === 'certificate') return [ofAll('service-certificate', 'certificate', 'paper', { service: id })]
    return [ofAll(`service-${id}`, 'service', 'visual', { service: id })]
  })
}

/**
 * ISO 2859-1, general inspection level I: the sample by the size of the lot. Level I, because every
 * piece was already looked at by the person who deburred or cleaned it.
 */
const levelOne: readonly (readonly [upTo: number, sample: number])[] = [
  [15, 2],
  [25, 3],
  [90, 5],
  [150, 8],
  [280, 13],
  [500, 20],
  [1200, 32],
  [3200, 50],
  [10_000, 80],
  [35_000, 125],
  [150_000, 200],
  [500_000, 315],
]

/** Up to three pieces each is checked: a sample would save nothing. */
const minSample = 3

/**
 * How many pieces of a quantity are checked one by one: the sample of the standard, or as many as the
 * customer bought a report about. A measured piece that fails sends pieces back, so none may fail.
 */
export function inspectionSample(configuration: Configuration | null, quantity: number, catalogue: Catalogue): number {
  const [, byStandard] = levelOne.find(([upTo]) => quantity <= upTo) ?? [quantity, 500]
  const sample = Math.max(minSample, byStandard, boughtPieces(configuration, quantity, catalogue))
  return Math.min(quantity, sample)
}

/** The pieces that a bought dimensional report is about. */
function boughtPieces(configuration: Configuration | null, quantity: number, catalogue: Catalogue): number {
  const report = configuration && selectionOf(configuration, 'inspection')
  if (!report) return 0

  const service = findService(catalogue, 'inspection')
  const measuring = service && findOption(service, report.option)?.price?.measuring
  return measuring ? (measuring.maxPieces ?? quantity) : 0
}
