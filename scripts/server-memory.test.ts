import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

interface Runtime {
  pinnedNode(): string
  serverMemory: { flags: string[] }
}

const runtime: Runtime = await import(new URL('./node-runtime.mjs', import.meta.url).href)

it('limits the memory of the server, whatever the machine has', () => {
  const script = `console.log(require('node:v8').getHeapStatistics().heap_size_limit)`
  const printed = execFileSync(runtime.pinnedNode(), [...runtime.serverMemory.flags, '-e', script], {
    encoding: 'utf8',
  })

  expect(Number(printed) / 1024 ** 2).toBeLessThan(600)
})
