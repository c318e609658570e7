import { threadId } from 'node:worker_threads'

let calls = 0

export function countCalls(): { threadId: number; calls: number } {
  calls++
  return { threadId, calls }
}

export function refuse(reason: string): never {
  throw new Error(reason)
}

export function endThread(): void {
  process.exit(3)
}

export function crash(): Promise<never> {
  setImmediate(() => {
    throw new Error('crashed beside the task')
  })
  return new Promise(() => undefined)
}

export function fillMemory(): number {
  const kept: number[][] = []
  for (;;) kept.push(new Array(100_000).fill(kept.length))
}

export function neverEnd(): void {
  for (;;) calls++
}
