import type { Watch } from '../control/watch.ts'
import type { TriangleSink } from './triangle-sink.ts'

export interface StlSource {
  /** Length of the whole file, where known beforehand. */
  totalBytes: number | undefined
  watch: Watch
  builder: TriangleSink
  /** `maxTriangles` unless a caller with less memory asks for fewer. */
  triangleLimit?: number
}

/** What a reader says at the end of a file, beside the triangles it handed over. */
export interface StlSummary {
  format: 'stl-binary' | 'stl-ascii'
  triangles: number
  bytes: number
  solidCount: number
  /** Of the first 200 solids, cut at 120 characters; empty strings for solids without one. */
  solidNames: string[]
  /** First triangle of each named solid; it reaches to the first of the next. */
  solidFirstTriangles: number[]
  /** Bytes after the last triangle of a binary file, left unread. */
  trailingBytes: number
  /** A binary file's own count, where the whole records in it are more or fewer. */
  countMismatch: { stated: number; found: number } | undefined
  /** Lines of an ASCII file between facets that are not STL, passed over. */
  ignoredLines: number
  /** An ASCII file that ends after a whole facet, but without `endsolid`. */
  endMissing: boolean
}

/** Takes a file in chunks of any size, cut anywhere. Both calls throw `Refused` and nothing else. */
export interface StlReader {
  push(chunk: Uint8Array): void
  finish(): StlSummary
}

export const maxTriangles = 50_000_000
