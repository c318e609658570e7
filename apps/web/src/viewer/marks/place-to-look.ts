import type { Box, DisplayMesh, Vec3 } from '@cotation/geometry'
import { type Camera, fitted, type PictureSize } from '../camera/camera.ts'
import type { ViewMark } from './view-mark.ts'

/** Of the whole part's height in the picture: nearer than a quarter one no longer sees where on the part it is. */
const nearest = 1 / 4

/** What is looked at takes up about a third of the picture. */
const room = 3

/** The longest side of the box about some faces, in mm. */
function extentOf({ positions, indices, groups }: DisplayMesh, faces: readonly number[]): number {
  const wanted = new Set(faces)
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let g = 0; g < groups.length; g += 3) {
    if (!wanted.has(groups[g] as number)) continue

    const first = groups[g + 1] as number
    for (let i = first; i < first + (groups[g + 2] as number); i++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = positions[3 * (indices[i] as number) + axis] as number
        least[axis] = Math.min(least[axis] as number, at)
        most[axis] = Math.max(most[axis] as number, at)
      }
    }
  }

  return Math.max(0, ...most.map((end, axis) => end - (least[axis] as number)))
}

/** How the camera shows a mark: large enough to see it, small enough to see where it is. */
export function placeToLook(
  mark: ViewMark,
  mesh: DisplayMesh | undefined,
  { camera, box, size, hidden }: { camera: Camera; box: Box; size: PictureSize; hidden: boolean },
): { at: Vec3; heightMm: number; facing: Vec3 | undefined; hidden: boolean } {
  const whole = fitted(camera, box, size).heightMm
  const wanted = room * (mesh ? extentOf(mesh, mark.faces) : 0)
  return { at: mark.at, heightMm: Math.min(whole, Math.max(nearest * whole, wanted)), facing: mark.facing, hidden }
}
