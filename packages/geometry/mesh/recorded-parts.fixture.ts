import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unwatched } from '../model/watch.ts'
import { createStlReader } from '../reading/read-stl.ts'
import { sniff } from '../reading/sniff.ts'
import { type BuiltMesh, createMeshBuilder } from './mesh-builder.ts'

const folder = join(import.meta.dirname, '../../../../shared/parts')

/** Real files with the answers of other programs. STL and STEP have some fields of their own. */
export interface RecordedPart {
  file: string
  readable: boolean
  sizeMm: [number, number, number]
  volumeMm3: number
  areaMm2: number
  bodies?: number
  distinctBodies?: number
  looseFaces?: number
  faceTypes?: Record<string, number>
  fileUnit?: string
  watertight?: boolean
  boundaryEdges?: number
  nonManifoldEdges?: number
  shells?: number
  triangles?: number
  encoding?: 'binary' | 'ascii'
}

/** False in a checkout without the folder of real files: their tests are skipped. */
export const hasRecordedParts = existsSync(folder)

export const recordedParts: RecordedPart[] = hasRecordedParts
  ? JSON.parse(readFileSync(join(folder, 'reference.json'), 'utf8')).parts
  : []

export const partBytes = (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file)))

/** The welded triangles of an STL file. */
export function builtPart(file: string): BuiltMesh {
  const bytes = partBytes(file)
  const kind = sniff(bytes, bytes.length) === 'stl-binary' ? 'stl-binary' : 'stl-ascii'
  const builder = createMeshBuilder()
  const reader = createStlReader(kind, { totalBytes: bytes.length, watch: unwatched, builder })

  reader.push(bytes)
  reader.finish()

  return builder.finish()
}
