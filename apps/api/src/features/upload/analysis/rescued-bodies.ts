import type { AnalysedBody } from '@cotation/geometry'
import { storableText } from './storable-text.ts'

export const maxNameLength = 200

export const storedName = (name: string): string => storableText(name, maxNameLength)

interface KnownBody {
  body_index: number
  name: string
  fingerprint: string
  /** Null if the body was measured. */
  failure: unknown
}

export interface Rescue {
  bodyIndex: number
  body: AnalysedBody
}

/**
 * The bodies that failed in an earlier analysis of a file and were measured in a later one. They
 * have no earlier shape, so they are matched by name, equal names in file sequence. Where the numbers
 * differ it is unknown which is which, and all bodies of that name stay as they are.
 */
export function rescuedBodies(known: readonly KnownBody[], bodies: readonly AnalysedBody[]): Rescue[] {
  const measured = new Set(known.filter(({ failure }) => failure === null).map(({ fingerprint }) => fingerprint))
  const added = bodies.filter(({ fingerprint }) => !measured.has(storableText(fingerprint)))
  const addedByName = Map.groupBy(added, ({ name }) => storedName(name))

  const failed = known.filter(({ failure }) => failure !== null)
  return [...Map.groupBy(failed, ({ name }) => name)].flatMap(([name, failedOfName]) => {
    const found = addedByName.get(name) ?? []
    if (found.length !== failedOfName.length) return []

    return failedOfName.map(({ body_index }, i) => ({ bodyIndex: body_index, body: found[i] as AnalysedBody }))
  })
}
