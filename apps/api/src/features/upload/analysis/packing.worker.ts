import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type DisplayMesh, drawnTriangles, encodeMesh, shownColour } from '@cotation/geometry'
import type { PackedPictures, PackingAnswer, PackingRequest, ShownMeshes } from './packing.ts'

/** Like the analysis of files: web requests have priority (GEO-4). */
const niceness = 10

// On Linux the id 0 is this thread; elsewhere it is the server.
if (process.platform === 'linux') setPriority(0, niceness)

function packed({ display, thumbnail }: ShownMeshes): PackedPictures {
  return {
    mesh: display ? encodeMesh(display) : null,
    svg: thumbnail && thumbnail.indices.length > 0 ? thumbnailSvg(thumbnail) : null,
  }
}

parentPort?.on('message', ({ number, ...meshes }: PackingRequest) => {
  const answer = answerTo(number, meshes)
  const bytes = 'packed' in answer && answer.packed.mesh ? [answer.packed.mesh.buffer as ArrayBuffer] : []
  parentPort?.postMessage(answer, bytes)
})

function answerTo(number: number, meshes: ShownMeshes): PackingAnswer {
  try {
    return { number, packed: packed(meshes) }
  } catch (error) {
    return { number, fault: String(error) }
  }
}

/** Twice the largest displayed side of 72 px, for high-density screens, and enough for documents. */
const pixels = 160

/** Drawn as in the browser, transparent for light and dark pages. Numbers only, no user text. */
function thumbnailSvg(mesh: DisplayMesh): string {
  const triangles = drawnTriangles(mesh, pixels, pixels).map(({ corners, shade }) => {
    const points = corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
    const colour = shownColour(shade)
    // Without the stroke a hairline shows between neighbouring triangles.
    return `<polygon points="${points}" fill="${colour}" stroke="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" stroke-linejoin="round">${triangles.join('')}</svg>`
}
