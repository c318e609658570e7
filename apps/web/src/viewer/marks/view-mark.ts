import type { Vec3 } from '@cotation/geometry'

export const markTones = ['blocks', 'warns', 'informs', 'neutral'] as const
export type MarkTone = (typeof markTones)[number]

/** A finding or a hole to show on the part. With several bodies, all marks are on the first. */
export interface ViewMark {
  id: string
  kind: 'finding' | 'hole'
  tone: MarkTone
  /** In mm, in the coordinates of the file. */
  at: Vec3
  /** Groups of the mesh to highlight. */
  faces: readonly number[]
  /** Marks with the same label share one entry of the list. */
  label: string
  /** The direction that it is visible from: out of the opening of a hole. */
  facing?: Vec3
}
