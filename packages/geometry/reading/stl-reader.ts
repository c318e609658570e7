import type { Watch } from '../model/watch.ts'
import type { TriangleSink } from './triangle-sink.ts'

export interface StlSource {
  /** Length of the whole file, if known in advance. */
  totalBytes: number | undefined
  watch: Watch
  builder: TriangleSink
  /** `maxTriangles` by default; lower for callers with less memory. */
  triangleLimit?: number
}

/** The result of reading a file, apart from its triangles. */
export interface StlSummary {
  format: 'stl-binary' | 'stl-ascii'
  triangles: number
  bytes: number
  solidCount: number
  /** Names of the first 200 solids, at most 120 characters each; '' if a solid has none. */
  solidNames: string[]
  /** First triangle of each of these solids. */
  solidFirstTriangles: number[]
  /** Unread bytes after the last triangle of a binary file. */
  trailingBytes: number
  /** The count that a binary file states, if it differs from its number of whole records. */
  countMismatch: { stated: number; found: number } | undefined
  /** Skipped text lines of an ASCII file that are not STL. */
  ignoredLines: number
  /** An ASCII file ended after a whole facet, but without `endsolid`. */
  endMissing: boolean
}

/** Reads a file in chunks of any size. Both methods throw `Refused` only. */
export interface StlReader {
  push(chunk: Uint8Array): void
  finish(): StlSummary
}

export const maxTriangles = 50_000_000
