import {
  type Catalogue,
  type Configuration,
  type PartMeasures,
  type TechnologySlug,
  uploadLimits,
} from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { firstConfiguration, withChargedLead } from '@cotation/pricing'
import type { BodyAssignment } from '#features/quote/rows/line.repository.ts'

interface BodyOfFile {
  body_index: number
  name: string
  per_file: number
  fingerprint: string
  /** Null if the body could not be measured. */
  measures: PartMeasures | null
}

interface AssignableLine {
  id: string
  name: string
  file_name: string
  position: number
  body_index: number | null
  configuration: Configuration | null
  revision: { fingerprint: string | null } | null
}

/** A further body of a line's file, which becomes a separate line right after it. */
export interface Split extends Omit<BodyAssignment, 'id'> {
  afterLineId: string
}

interface AssignContext {
  /** Null if the customer leaves the choice to the part. */
  service: TechnologySlug | null
  /** The material that the customer came with. */
  materialId: string | null
  catalogue: Catalogue
  /** The analyses of the bodies that need a first configuration, by body index. */
  facts: ReadonlyMap<number, PartAnalysis>
  /** How many more lines the project may have. */
  room: number
}

/**
 * A configuration that the customer has chosen stays as it is, quantity included. Only a lead time
 * that brings nothing is replaced by the one that is charged, so that every paper names that one.
 */
function configurationOf(
  { measures, per_file, body_index }: BodyOfFile,
  { configuration: chosen, file_name: fileName }: AssignableLine,
  { service, materialId, catalogue, facts }: AssignContext,
): Configuration | null {
  if (!measures) return chosen
  if (chosen) return withChargedLead(measures, chosen, catalogue)

  const analysis = facts.get(body_index)
  const body = analysis?.bodies[0]
  const part = analysis && body ? { measures, analysis, body, fileName } : { measures }

  return firstConfiguration(part, { service, materialId, quantity: per_file }, catalogue) ?? null
}

/** The body of the same shape as before a revision, else at the same index, else the first. */
function bodyOf(line: AssignableLine, bodies: readonly BodyOfFile[]): BodyOfFile | undefined {
  const index = line.body_index ?? 0
  const sameShape = bodies.find(({ fingerprint }) => fingerprint === line.revision?.fingerprint)
  return sameShape ?? bodies.find(({ body_index }) => body_index === index) ?? bodies[0]
}

function nameOf(line: AssignableLine, { name, body_index }: BodyOfFile): string {
  const bodyName = name.trim()
  if (bodyName !== '') return bodyName.slice(0, uploadLimits.nameLength)

  const suffix = ` (${body_index + 1})`
  return line.name.slice(0, uploadLimits.nameLength - suffix.length) + suffix
}

/**
 * Chooses a line's body and initial configuration. A new line takes the file's first body; the
 * others become lines after it while the project has room. Idempotent: a line keeps its body.
 */
export function assignBodies(
  line: AssignableLine,
  bodies: readonly BodyOfFile[],
  context: AssignContext,
): { assignment: BodyAssignment; splits: Split[] } | undefined {
  const body = bodyOf(line, bodies)
  if (!body) return undefined

  const isSplit = line.body_index === null && bodies.length > 1
  const assignment = {
    id: line.id,
    name: isSplit ? nameOf(line, body) : line.name,
    bodyIndex: body.body_index,
    configuration: configurationOf(body, line, context),
  }

  const others = isSplit ? bodies.filter((other) => other !== body).slice(0, Math.max(0, context.room)) : []
  const splits = others.map((other) => ({
    afterLineId: line.id,
    name: nameOf(line, other),
    bodyIndex: other.body_index,
    configuration: configurationOf(other, line, context),
  }))

  return { assignment, splits }
}
