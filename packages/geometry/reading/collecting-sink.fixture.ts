import { type Refusal, Refused } from '../model/verdict.ts'
import { unwatched } from '../model/watch.ts'
import { createStlReader } from './read-stl.ts'
import type { StlSource, StlSummary } from './stl-reader.ts'
import type { TriangleSink } from './triangle-sink.ts'

/** Collects nine coordinates per triangle; refuses non-finite ones like the mesh builder. */
export class CollectingSink implements TriangleSink {
  readonly coordinates: number[] = []

  addRecords(bytes: Uint8Array, firstByte: number, records: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let record = 0; record < records; record++) {
      for (let i = 0; i < 9; i++) {
        const value = view.getFloat32(firstByte + 50 * record + 12 + 4 * i, true)
        if (!Number.isFinite(value)) throw new Refused({ code: 'not-finite' })
        this.coordinates.push(value)
      }
    }
  }

  addTriangle(...corners: Parameters<TriangleSink['addTriangle']>): void {
    this.coordinates.push(...corners)
  }
}

export interface ReadStl {
  coordinates: number[]
  summary: StlSummary | undefined
  refusal: Refusal | undefined
}

/** Reads the chunks; rethrows every error that is not a refusal. */
export function readStl(
  kind: 'stl-binary' | 'stl-ascii',
  chunks: Iterable<Uint8Array>,
  source: Partial<StlSource> = {},
): ReadStl {
  const builder = new CollectingSink()
  const result: ReadStl = { coordinates: builder.coordinates, summary: undefined, refusal: undefined }
  try {
    const reader = createStlReader(kind, { totalBytes: undefined, watch: unwatched, builder, ...source })
    for (const chunk of chunks) reader.push(chunk)
    result.summary = reader.finish()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    result.refusal = error.refusal
  }

  return result
}
