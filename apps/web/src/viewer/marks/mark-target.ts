import type { Box, DisplayMesh, Vec3 } from '@cotation/geometry'
import { type Camera, fitted, type PictureSize } from '#viewer/camera/camera.ts'
import type { ViewMark } from './view-mark.ts'

/**
 * Smallest share of the whole part's height that is shown: closer, the position on the part is no
 * longer clear.
 */
const minShare = 1 / 4

/** The faces of the mark take up about a third of the picture. */
const room = 3

/** The longest side of the bounding box of some faces, in mm. */
function extentOf({ positions, indices, groups }: DisplayMesh, faces: readonly number[]): number {
  const wanted = new Set(faces)
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let g = 0; g < groups.length; g += 3) {
    if (!wanted.has(groups[g] as number)) continue

    const first = groups[g + 1] as number
    for (let i = first; i < first + (groups[g + 2] as number); i++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = positions[3 * (indices[i] as number) + axis] as number
        low[axis] = Math.min(low[axis] as number, at)
        high[axis] = Math.max(high[axis] as number, at)
      }
    }
  }

  return Math.max(0, ...high.map((end, axis) => end - (low[axis] as number)))
}

/** The camera target for a mark: close enough to see it, far enough to see where it is. */
export function markTarget(
  mark: ViewMark,
  mesh: DisplayMesh | undefined,
  { camera, box, size, hidden }: { camera: Camera; box: Box; size: PictureSize; hidden: boolean },
): { at: Vec3; heightMm: number; facing: Vec3 | undefined; hidden: boolean } {
  const whole = fitted(camera, box, size).heightMm
  const wanted = room * (mesh ? extentOf(mesh, mark.faces) : 0)
  return { at: mark.at, heightMm: Math.min(whole, Math.max(minShare * whole, wanted)), facing: mark.facing, hidden }
}
