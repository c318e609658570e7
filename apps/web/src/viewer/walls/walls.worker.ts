import { serveWalls, type WallAnswer, type WallRequest } from './serve-walls.ts'

/** Some megabytes: handed over, as a copy would hold up the page. */
function buffersOf(answer: WallAnswer): ArrayBuffer[] {
  if (answer.kind !== 'finished') return []
  return answer.maps
    .flatMap(({ mesh, thicknessMm }) => [mesh.positions, mesh.normals, mesh.indices, mesh.groups, thicknessMm])
    .flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

/** Measures walls away from the page's thread and from the one that draws. The page stops it by ending it. */
self.onmessage = ({ data }: MessageEvent<WallRequest>) =>
  serveWalls(data, (answer) => postMessage(answer, { transfer: buffersOf(answer) }))
