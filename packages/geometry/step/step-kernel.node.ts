import { readFile } from 'node:fs/promises'
import { type CompiledKernel, compileKernel, createStepKernels, type StepKernels } from './step-kernel.ts'

/** Compiles the kernel from the installed package's file. */
export const compileNodeKernel = async (): Promise<CompiledKernel> =>
  compileKernel(await readFile(new URL(import.meta.resolve('replicad-opencascadejs/wasm'))))

/** A pool of kernels for a Node process. */
export const nodeKernels = (): StepKernels => createStepKernels(compileNodeKernel)
