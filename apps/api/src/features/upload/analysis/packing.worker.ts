import { parentPort } from 'node:worker_threads'
import { encodeMesh } from '@cotation/geometry'
import type { PackedPictures, PackingAnswer, PackingRequest, ShownMeshes } from './packed-pictures.ts'
import { thumbnailSvg } from './thumbnail-svg.ts'

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
