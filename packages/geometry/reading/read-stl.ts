import { AsciiStlReader } from './stl-ascii.ts'
import { BinaryStlReader } from './stl-binary.ts'
import type { StlReader, StlSource } from './stl-reader.ts'

/** A reader for the format `sniff` found. It streams: memory does not grow with the file. */
export const createStlReader = (kind: 'stl-binary' | 'stl-ascii', source: StlSource): StlReader =>
  kind === 'stl-binary' ? new BinaryStlReader(source) : new AsciiStlReader(source)
