import { boxAndCylinderText } from './fuzz/step-assembly.ts'
import type { AnalysisJob } from './messages.ts'

/**
 * A small STEP file that a new process analyses before its first customer comes. It loads the
 * kernel and lets V8 compile what nearly every file calls, which is most of what a first file costs.
 */
export async function* rehearsalFile(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(boxAndCylinderText())
}

export const rehearsalJob: AnalysisJob = {
  totalBytes: undefined,
  unit: undefined,
  meshes: ['display', 'thumbnail'],
}
