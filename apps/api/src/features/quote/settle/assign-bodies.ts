import {
  type Catalogue,
  type Configuration,
  type PartMeasures,
  type TechnologySlug,
  uploadLimits,
  usualConfiguration,
} from '@cotation/domain'
import type { BodyAssignment } from '#features/quote/rows/line.repository.ts'

interface BodyOfFile {
  body_index: number
  name: string
  per_file: number
  fingerprint: string
  measures: PartMeasures
}

interface AssignableLine {
  id: string
  name: string
  position: number
  body_index: number | null
  configuration: Configuration | null
  revision: { fingerprint: string | null } | null
}

/** A further body of a line's file, which becomes a line right after it. */
export interface Split extends Omit<BodyAssignment, 'id'> {
  afterLineId: string
}

interface Ground {
  service: TechnologySlug
  catalogue: Catalogue
  /** How many more lines the project may have. */
  room: number
}

const startOf = ({ measures, per_file }: BodyOfFile, chosen: Configuration | null, { service, catalogue }: Ground) =>
  // What the customer chose meanwhile stays as it is, quantity included: no number changes behind anybody's back.
  chosen ?? usualConfiguration(measures, service, catalogue, per_file) ?? null

/** The body that a line stands for: the same shape where a revised file has it, else the same place in the file. */
function bodyOf(line: AssignableLine, bodies: readonly BodyOfFile[]): BodyOfFile | undefined {
  const index = line.body_index ?? 0
  const same = bodies.find(({ fingerprint }) => fingerprint === line.revision?.fingerprint)
  return same ?? bodies.find(({ body_index }) => body_index === index) ?? bodies[0]
}

function nameOf(line: AssignableLine, { name, body_index }: BodyOfFile): string {
  const words = name.trim()
  if (words !== '') return words.slice(0, uploadLimits.nameLength)
  const number = ` (${body_index + 1})`
  return line.name.slice(0, uploadLimits.nameLength - number.length) + number
}

/**
 * Which body of its analysed file a line is, and what it starts with. A line that has none yet becomes the first one, and the others
 * follow it as lines of their own as far as the project has room; one that has a body keeps it, so that placing twice changes nothing.
 */
export function assignBodies(
  line: AssignableLine,
  bodies: readonly BodyOfFile[],
  ground: Ground,
): { assignment: BodyAssignment; splits: Split[] } | undefined {
  const body = bodyOf(line, bodies)
  if (!body) return undefined

  const isFirst = line.body_index === null && bodies.length > 1
  const assignment = {
    id: line.id,
    name: isFirst ? nameOf(line, body) : line.name,
    bodyIndex: body.body_index,
    configuration: startOf(body, line.configuration, ground),
  }

  const others = isFirst ? bodies.filter((other) => other !== body).slice(0, Math.max(0, ground.room)) : []
  const splits = others.map((other) => ({
    afterLineId: line.id,
    name: nameOf(line, other),
    bodyIndex: other.body_index,
    configuration: startOf(other, line.configuration, ground),
  }))

  return { assignment, splits }
}
