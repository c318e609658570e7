import { AsciiStlReader } from './stl-ascii.ts'
import { BinaryStlReader } from './stl-binary.ts'
import type { StlReader, StlSource } from './stl-reader.ts'

/** A reader of the kind that `sniff` named. Memory does not grow with the file: triangles go to the builder as they come. */
export const createStlReader = (kind: 'stl-binary' | 'stl-ascii', source: StlSource): StlReader =>
  kind === 'stl-binary' ? new BinaryStlReader(source) : new AsciiStlReader(source)
