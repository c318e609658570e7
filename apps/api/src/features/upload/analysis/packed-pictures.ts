import type { DisplayMesh } from '@cotation/geometry'

/** The meshes of a body from the analysis. */
export interface ShownMeshes {
  display: DisplayMesh | undefined
  thumbnail: DisplayMesh | undefined
}

/** Encoded for storage: bytes for `decodeMesh` and an SVG of the thumbnail; null if there is no mesh. */
export interface PackedPictures {
  mesh: Uint8Array | null
  svg: string | null
}

export interface PackingRequest extends ShownMeshes {
  number: number
}

export type PackingAnswer = { number: number; packed: PackedPictures } | { number: number; fault: string }
