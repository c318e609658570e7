import type { Shell } from '../model/facts.ts'
import type { MeshTopology } from './topology.ts'

/** A shell with less than this share of the largest body's volume is dirt. */
const minVolumeShare = 1e-6

/** A thinner shell is left over from modelling: nothing is drawn in sheets of 10 µm. */
const minThicknessMm = 0.01

/** A thickness in mm means nothing in a file whose bodies are all thinner, such as one in metres. */
const minSolidThicknessMm = 0.1

/** The same for open shells, whose volume is arbitrary. */
const minAreaShare = 1e-4

/** An open shell whose area vectors add up to this share of its area is a flat sheet. */
const flatShare = 1 - 1e-6

/** Mean thickness (mm) of a closed shell: that of a sheet, half that of a needle. */
const thicknessOf = ({ signedVolumeMm3, areaMm2 }: Shell): number =>
  areaMm2 > 0 ? (2 * Math.abs(signedVolumeMm3)) / areaMm2 : 0

const isSolid = (shell: Shell): boolean => shell.watertight && thicknessOf(shell) >= minSolidThicknessMm

function largestOf(shells: readonly Shell[], sizeOf: (shell: Shell) => number): Shell | undefined {
  let largest: Shell | undefined
  for (const shell of shells) {
    if (!largest || sizeOf(shell) > sizeOf(largest)) largest = shell
  }
  return largest
}

/** The largest solid. Without any solid the area decides: an open shell has no certain volume. */
function largestBody(shells: readonly Shell[]): Shell | undefined {
  const bodies = shells.filter(({ role }) => role === 'body')
  const solid = largestOf(bodies.filter(isSolid), ({ signedVolumeMm3 }) => Math.abs(signedVolumeMm3))
  return solid ?? largestOf(bodies, ({ areaMm2 }) => areaMm2)
}

/**
 * The shells that are no parts: slivers, doubled triangles, specks and stray sheets that are far
 * smaller than the largest body. Inside a body such a shell would count as a void. An open shell
 * beside an open body may be a face that the body lacks, so it must be tiny to be dirt.
 */
export function dirtShells({ facts: { shells }, sums }: MeshTopology): Set<number> {
  const largest = shells.length > 1 ? largestBody(shells) : undefined
  if (!largest) return new Set()

  const isBesideSolid = isSolid(largest)
  const isDirt = (shell: Shell): boolean => {
    if (!shell.watertight) {
      const isSheet = (sums[shell.id]?.vectorAreaMm2 ?? 0) >= flatShare * shell.areaMm2
      return (isBesideSolid && isSheet) || shell.areaMm2 < minAreaShare * largest.areaMm2
    }

    const isThin = isBesideSolid && thicknessOf(shell) < minThicknessMm
    return isThin || Math.abs(shell.signedVolumeMm3) < minVolumeShare * Math.abs(largest.signedVolumeMm3)
  }

  const dirt = new Set(shells.filter((shell) => shell !== largest && isDirt(shell)).map(({ id }) => id))
  for (const { id, role, parent } of shells) {
    if (role === 'cavity' && parent !== undefined && dirt.has(parent)) dirt.add(id)
  }

  return dirt
}
