import type { Watch } from '../control/watch.ts'
import { groupEqual } from '../shape/fingerprint/fingerprint.ts'
import { signatureOf } from '../shape/fingerprint/signature.ts'
import type { ReadBody } from './intake.ts'

export interface DistinctBody {
  /** The first of its kind in the file. */
  body: ReadBody
  count: number
  fingerprint: string
}

/** One entry per distinct body, however often and however turned it stands in the file: ten equal screws are one line of ten. */
export function equalBodies(bodies: readonly ReadBody[], watch: Watch): DistinctBody[] {
  const groups = groupEqual(bodies.map(({ mesh }) => signatureOf(mesh, watch)))
  return groups.flatMap(({ fingerprint, members }) => {
    const equal = members.flatMap((member) => bodies[member] ?? [])
    const [body] = equal
    return body ? [{ body, count: equal.reduce((sum, { placements }) => sum + placements, 0), fingerprint }] : []
  })
}
