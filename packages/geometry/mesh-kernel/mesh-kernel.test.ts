import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, file))

it.each(['weld', 'edges'])(
  '%s.wasm.ts was built from its current source (else run scripts/build-mesh-kernel.mjs)',
  (name) => {
    const digest = createHash('sha256')
      .update(read(`assembly/${name}.ts`))
      .digest('hex')
    expect(read(`${name}.wasm.ts`).toString()).toContain(`// Source sha256: ${digest}`)
  },
)
