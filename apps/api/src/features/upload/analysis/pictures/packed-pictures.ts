import type { DisplayMesh } from '@cotation/geometry'

/** The meshes of a body, as they come from the analysis. */
export interface ShownMeshes {
  display: DisplayMesh | undefined
  thumbnail: DisplayMesh | undefined
}

/** The same, ready to be kept: bytes for `decodeMesh`, and a drawing for the small picture. Null where there is nothing to show. */
export interface PackedPictures {
  mesh: Uint8Array | null
  svg: string | null
}

export interface PackingRequest extends ShownMeshes {
  number: number
}

export type PackingAnswer = { number: number; packed: PackedPictures } | { number: number; fault: string }
