import { browserKernels } from '@cotation/geometry'
import kernelAddress from 'replicad-opencascadejs/wasm?url'
import { meshBuffers, type PartRequest, servePart } from './serve-part.ts'

/**
 * Reads and measures files off the main thread. The STEP kernel is loaded with the first STEP file.
 */
const kernels = browserKernels(kernelAddress)

self.onmessage = ({ data }: MessageEvent<PartRequest>) =>
  servePart(data, kernels, (answer) => postMessage(answer, { transfer: meshBuffers(answer) }))
