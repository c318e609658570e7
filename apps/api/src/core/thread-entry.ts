import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadRequest } from './thread-pool.ts'

/** What a thread runs: it calls exported functions of modules, one at a time, and posts their results. */
async function answer({ module, name, input }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const exports: Record<string, (input: unknown) => unknown> = await import(module)
    const run = exports[name]
    if (!run) throw new Error(`${module} exports no ${name}`)

    return { output: await run(input) }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

parentPort?.on('message', async (request: ThreadRequest) => parentPort?.postMessage(await answer(request)))
