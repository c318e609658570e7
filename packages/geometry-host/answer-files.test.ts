import { PassThrough } from 'node:stream'
import { binaryStl, box } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { expect, it, vi } from 'vitest'
import { answerFiles } from './answer-files.ts'
import { sendFile } from './frames.ts'
import type { AnalysisJob, Answer } from './messages.ts'
import { warmUpFile } from './warm-up.ts'

const job: AnalysisJob = { totalBytes: undefined, unit: undefined, meshes: [] }
const text = (content: string) => new TextEncoder().encode(content)

async function* of(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function warmUpBytes(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of warmUpFile()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The volumes or refusals of files, and how often the kernel was asked for. */
async function answered(...files: readonly Uint8Array[]) {
  const kernels = nodeKernels()
  const warm = vi.spyOn(kernels, 'warm')
  const acquire = vi.spyOn(kernels, 'acquire')
  const outcomes: unknown[] = []
  const send = (answer: Answer): void => {
    if (answer.kind !== 'finished') return
    const { verdict } = answer
    outcomes.push(verdict.ok ? Math.round(verdict.value.volumeMm3) : verdict.refusal.code)
  }

  const pipe = new PassThrough()
  const done = answerFiles(pipe, { kernels, watchdog: { startStep: () => undefined }, send })
  for (const file of files) await sendFile(pipe, text(JSON.stringify(job)), of(file), new Promise(() => {}))
  pipe.end()
  await done
  kernels.dispose()

  return { outcomes, kernelLoads: warm.mock.calls.length + acquire.mock.calls.length }
}

it('STL files and files that are refused never load the STEP kernel', async () => {
  const files = [binaryStl(box([2, 2, 2])), text('%PDF-1.7\n'), binaryStl(box([3, 3, 3]))]
  expect(await answered(...files)).toEqual({ outcomes: [8, 'pdf', 27], kernelLoads: 0 })
})

it('the warm-up is a STEP file, which loads the kernel', async () => {
  expect(await answered(await warmUpBytes())).toEqual({ outcomes: [6942], kernelLoads: 1 })
})
