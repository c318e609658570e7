import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { AnalysisJob } from './messages.ts'

/**
 * A box and a cylinder, which a new process analyses before its first file arrives. They load the
 * kernel and let V8 compile what nearly every file calls, which is most of what a first file costs.
 */
export const warmUpFile = (): AsyncIterable<Uint8Array> => createReadStream(join(import.meta.dirname, 'warm-up.step'))

export const warmUpJob: AnalysisJob = {
  totalBytes: undefined,
  unit: undefined,
  meshes: ['display', 'thumbnail'],
}
