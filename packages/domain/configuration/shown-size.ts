import type { PartMeasures } from './part.ts'

interface MeasuredFileSize {
  bodyCount: number
  sizeMm: readonly number[]
}

/** The size that customers read: of the file as it is drawn, or of one of several bodies its smallest box. */
export function shownSizeMm(
  file: MeasuredFileSize | null | undefined,
  part: Pick<PartMeasures, 'sizeMm'> | null | undefined,
): readonly number[] | undefined {
  return file?.bodyCount === 1 || !part ? file?.sizeMm : part.sizeMm
}
