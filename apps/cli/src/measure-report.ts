import { type Choice, inspectAnalysis, sizeOf, type Vec3 } from '@cotation/geometry'
import type { Timings } from '@cotation/geometry-host'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { type AnalysedFile, listUnmeasured, type RefusedFile, type UnmeasuredBody } from './analyse-files.ts'
import { findingMessage, type ReportedFinding } from './findings.ts'
import type { Texts } from './texts.ts'

/** The JSON that `cotation measure` prints for a file. */
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
  unmeasured: UnmeasuredBody[]
  holes: { diameterMm: number; depthMm: number; through: boolean }[]
  turned: boolean
  minWallMm: number
  findings: ReportedFinding[]
  timingsMs: Timings
}

export type FileReport = MeasuredFile | RefusedFile

/** `findings` stays empty unless a process and a material were given. */
export function measuredFile(analysed: AnalysedFile, choice: Choice | undefined, texts: Texts): MeasuredFile {
  const { file, analysis, timingsMs } = analysed
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
    unmeasured: listUnmeasured(analysed, texts),
    holes: bodies.flatMap((body) => {
      const holes = body.features.holes.map(({ diameterMm, depthMm, through }) => ({ diameterMm, depthMm, through }))
      return Array.from({ length: body.count }, () => holes).flat()
    }),
    turned: bodies.length === 1 && bodies.every((body) => body.features.turning.turned),
    minWallMm: Math.min(...bodies.map((body) => body.walls.minMm)),
    findings: choice ? listFindings(analysed, choice, texts) : [],
    timingsMs,
  }
}

const listFindings = ({ file, analysis }: AnalysedFile, choice: Choice, texts: Texts): ReportedFinding[] =>
  inspectAnalysis(analysis, file, choice, packagedCatalogue.ruleLimits).map(({ finding, body }) => ({
    ...finding,
    ...(body && { body: body.name }),
    message: findingMessage(finding, texts),
  }))
