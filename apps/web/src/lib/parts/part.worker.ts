import { browserKernels } from '@cotation/geometry'
import kernelAddress from 'replicad-opencascadejs/wasm?url'
import { meshBuffers } from './mesh-buffers.ts'
import type { PartRequest } from './part-messages.ts'
import { servePart } from './serve-part.ts'

/** Reads and measures files away from the page's own thread. The STEP kernel is fetched with the first STEP file. */
const kernels = browserKernels(kernelAddress)

self.onmessage = ({ data }: MessageEvent<PartRequest>) =>
  servePart(data, kernels, (answer) => postMessage(answer, { transfer: meshBuffers(answer) }))
