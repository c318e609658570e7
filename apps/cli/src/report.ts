import {
  type Choice,
  type Finding,
  findingValues,
  inspectAnalysis,
  type PartAnalysis,
  type Refusal,
  sizeOf,
  type Vec3,
} from '@cotation/geometry'
import type { Timings } from '@cotation/geometry-host'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import type { Texts } from './texts.ts'

export interface MeasuredFile {
  file: string
  format: string
  unit: string
  sizeMm: Vec3
  orientedSizeMm: Vec3
  volumeMm3: number
  areaMm2: number
  triangles: number
  watertight: boolean
  openEdges: number
  shells: number
  bodies: {
    name: string
    count: number
    volumeMm3: number
    areaMm2: number
    sizeMm: Vec3
    watertight: boolean
  }[]
  holes: { diameterMm: number; depthMm: number; through: boolean }[]
  turned: boolean
  minWallMm: number
  /** `body` is absent where the file as a whole is meant. */
  findings: (Finding & { body?: string; message: string })[]
  timingsMs: Timings
}

export interface RefusedFile {
  file: string
  refusal: Refusal & { message: string; advice: string }
}

export type FileReport = MeasuredFile | RefusedFile

/** What the command prints of a measured file; `findings` only where a process and a material were named. */
export function measuredReport(
  file: string,
  analysis: PartAnalysis,
  choice: Choice | undefined,
  timingsMs: Timings,
  texts: Texts,
): MeasuredFile {
  const { bodies } = analysis
  return {
    file,
    format: analysis.format,
    unit: analysis.unit.name,
    sizeMm: analysis.sizeMm,
    orientedSizeMm: analysis.orientedSizeMm,
    volumeMm3: analysis.volumeMm3,
    areaMm2: analysis.areaMm2,
    triangles: analysis.triangles,
    watertight: analysis.watertight,
    openEdges: analysis.openEdges,
    shells: analysis.shells,
    bodies: bodies.map((body) => ({
      name: body.name,
      count: body.count,
      volumeMm3: body.mass.volumeMm3,
      areaMm2: body.mass.areaMm2,
      sizeMm: sizeOf(body.mass.box),
      watertight: body.topology.watertight,
    })),
    holes: bodies.flatMap((body) =>
      Array.from({ length: body.count }, () =>
        body.features.holes.map(({ diameterMm, depthMm, through }) => ({ diameterMm, depthMm, through })),
      ).flat(),
    ),
    turned: bodies.length === 1 && bodies.every((body) => body.features.turning.turned),
    minWallMm: Math.min(...bodies.map((body) => body.walls.minMm)),
    findings: choice ? findingsOf(file, analysis, choice, texts) : [],
    timingsMs,
  }
}

function findingsOf(file: string, analysis: PartAnalysis, choice: Choice, texts: Texts): MeasuredFile['findings'] {
  return inspectAnalysis(analysis, file, choice, packagedCatalogue.ruleLimits).map(({ finding, body }) => ({
    ...finding,
    ...(body && { body: body.name }),
    message: texts.say(`geometry.finding.${finding.rule}`, findingValues(finding, texts.number)),
  }))
}

export function refusedReport(file: string, refusal: Refusal, texts: Texts): RefusedFile {
  const say = (part: 'title' | 'advice') => texts.say(`geometry.refusal.${refusal.code}.${part}`, refusal.detail)
  return { file, refusal: { ...refusal, message: say('title'), advice: say('advice') } }
}

/** A path that leads to no readable file was never looked into. */
export function unreadableReport(file: string, texts: Texts, key: 'cli.notAFile' | 'cli.unreadable'): RefusedFile {
  return {
    file,
    refusal: { code: 'unreadable', message: texts.say(`${key}.title`), advice: texts.say(`${key}.advice`) },
  }
}
