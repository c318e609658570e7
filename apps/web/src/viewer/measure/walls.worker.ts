import { serveWalls, type WallAnswer, type WallRequest } from './serve-walls.ts'

/** Transferred, because copying some megabytes would block the page. */
function buffersOf(answer: WallAnswer): ArrayBuffer[] {
  if (answer.kind !== 'finished') return []
  return answer.maps
    .flatMap(({ mesh, thicknessMm }) => [mesh.positions, mesh.normals, mesh.indices, mesh.groups, thicknessMm])
    .flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

/**
 * Measures walls in its own thread, beside the page and the drawing. The page cancels by
 * terminating it.
 */
self.onmessage = ({ data }: MessageEvent<WallRequest>) =>
  serveWalls(data, (answer) => postMessage(answer, { transfer: buffersOf(answer) }))
