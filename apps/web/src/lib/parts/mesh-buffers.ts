import type { PartAnswer } from './part-messages.ts'

/** The memory of the meshes in an answer, to be handed over: a copy of some megabytes would hold up the page. */
export function meshBuffers(answer: PartAnswer): ArrayBufferLike[] & Transferable[] {
  if (answer.kind !== 'finished' || !answer.verdict.ok) return []
  const meshes = answer.verdict.value.bodies.flatMap(({ display, thumbnail }) => [display, thumbnail])
  const arrays = meshes.flatMap((mesh) => (mesh ? [mesh.positions, mesh.normals, mesh.indices, mesh.groups] : []))
  return [...new Set(arrays.map(({ buffer }) => buffer))]
}
