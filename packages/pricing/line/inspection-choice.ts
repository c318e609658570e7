import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  findMaterial,
  findThread,
  findTolerance,
  type PartHole,
  type PartMeasures,
  selectionOf,
  type ThreadedHoles,
} from '@cotation/domain'
import type { Choice } from '@cotation/geometry'
import { materialLimitsOf } from './material-limits.ts'

type ChosenServices = NonNullable<Choice['configuration']>

/** The holes that were picked on the model, or one of the depth that the customer entered. */
const holesOf = ({ holes, depthMm }: ThreadedHoles, part: PartMeasures): Pick<PartHole, 'depthMm' | 'wallMm'>[] =>
  holes?.flatMap((index) => part.holes[index] ?? []) ?? [{ depthMm, wallMm: undefined }]

function insertsOf(
  configuration: Configuration,
  part: PartMeasures,
  catalogue: Catalogue,
): NonNullable<ChosenServices['inserts']> {
  const items = selectionOf(configuration, 'brass-insert')?.items ?? []
  return items.flatMap((item) => {
    const insert = findThread(catalogue, item.size)?.brassInsert
    if (!insert) return []

    const { lengthMm, minBossWallMm } = insert

    return holesOf(item, part).map(({ depthMm, wallMm }) => ({
      lengthMm,
      minBossWallMm,
      holeDepthMm: depthMm,
      ...(wallMm !== undefined && { bossWallMm: wallMm }),
    }))
  })
}

function threadsOf(configuration: Configuration, catalogue: Catalogue): NonNullable<ChosenServices['threads']> {
  const items = selectionOf(configuration, 'tapping')?.items ?? []
  return items.flatMap(({ size, depthMm }) => {
    const thread = findThread(catalogue, size)
    return thread ? [{ nominalMm: thread.nominalMm, depthMm, printed: false }] : []
  })
}

function anodizingOf(configuration: Configuration): Pick<ChosenServices, 'anodizing'> {
  const anodizing = selectionOf(configuration, 'anodizing')
  if (!anodizing) return {}

  const type = anodizing.option === 'type-iii' ? 'III' : 'II'
  const withFit = selectionOf(configuration, 'reaming') !== undefined
  return { anodizing: { quantity: anodizing.quantity, type, withFit } }
}

/**
 * What the inspection needs from a configuration; undefined if the material is unknown. Tolerances
 * are judged on the longest side, where a class is hardest to keep.
 */
export function inspectionChoice(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): Choice | undefined {
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) return undefined

  const process = chosenProcess(part, material, configuration.process)
  const plusMinusMm = findTolerance(catalogue.processes[process], configuration.toleranceId)?.plusMinusMm

  return {
    process,
    material: materialLimitsOf(material),
    configuration: {
      quantity: configuration.quantity,
      threads: threadsOf(configuration, catalogue),
      inserts: insertsOf(configuration, part, catalogue),
      tolerances: plusMinusMm === undefined ? [] : [{ nominalMm: part.sizeMm[0], widthMm: 2 * plusMinusMm }],
      ...anodizingOf(configuration),
    },
  }
}
