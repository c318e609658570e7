import type { PartAnswer } from './part-messages.ts'

/** The buffers of an answer's meshes, to transfer: copying some megabytes would block the page. */
export function meshBuffers(answer: PartAnswer): ArrayBufferLike[] & Transferable[] {
  if (answer.kind !== 'finished' || !answer.verdict.ok) return []
  const meshes = answer.verdict.value.bodies.flatMap(({ display, thumbnail }) => [display, thumbnail])
  const arrays = meshes.flatMap((mesh) => (mesh ? [mesh.positions, mesh.normals, mesh.indices, mesh.groups] : []))
  return [...new Set(arrays.map(({ buffer }) => buffer))]
}
