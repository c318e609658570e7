import type { Vec3 } from '@cotation/geometry'

export const markTones = ['blocks', 'warns', 'informs', 'neutral'] as const
export type MarkTone = (typeof markTones)[number]

/** Something to point at on the part. Of several bodies, the marks lie on the first. */
export interface ViewMark {
  id: string
  kind: 'finding' | 'hole'
  tone: MarkTone
  /** In mm, where it lies in the file. */
  at: Vec3
  /** To highlight, as in the groups of the mesh. */
  faces: readonly number[]
  /** Equal ones are one entry of the list, with a count. */
  label: string
  /** Where one must stand to see it: out of a hole's mouth. */
  facing?: Vec3
}
