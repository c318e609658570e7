import { type Box, distance, refinedMesh, thicknessMap } from '@cotation/geometry'
import type { ViewedBody } from '#viewer/scene/viewer-messages.ts'
import type { WallMap } from '#viewer/scene/wall-map.ts'

export interface WallRequest {
  meshes: readonly ViewedBody['mesh'][]
  box: Box
}

export type WallAnswer = { kind: 'progress'; done: number } | { kind: 'finished'; maps: readonly WallMap[] }

/**
 * Triangle sides per diagonal of the part: finer than visible in a picture of a few hundred pixels.
 */
const sidesAcross = 120
const maxTriangles = 250_000
const progressEveryMs = 100

/** Measures the walls of all bodies, finely enough for a colour map, and reports the progress. */
export function serveWalls({ meshes, box }: WallRequest, post: (answer: WallAnswer) => void): void {
  let reportedAt = 0

  const maps = meshes.map((mesh, i): WallMap => {
    const fine = refinedMesh(mesh, distance(box.min, box.max) / sidesAcross, maxTriangles)
    const progress = (_: string, done: number) => {
      const now = performance.now()
      if (now - reportedAt < progressEveryMs) return

      reportedAt = now
      post({ kind: 'progress', done: (i + done) / meshes.length })
    }

    return { mesh: fine, thicknessMm: thicknessMap(fine, { mustStop: () => undefined, progress }) }
  })

  post({ kind: 'finished', maps })
}
