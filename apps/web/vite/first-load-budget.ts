import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Before the quote home works, the browser may be asked for this much JavaScript, compressed as it is served. */
const budgetBytes = 150_000

/** Fetched beside the entry: the French texts of the first screen. */
const firstTexts = /\/messages\/fr\/(app|quote)\.json$/

function firstLoad(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needed = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) add(next)
  }
  for (const chunk of chunks) if (chunk.isEntry || firstTexts.test(chunk.facadeModuleId ?? '')) add(chunk)

  return [...needed]
}

/** Fails the build when the first page's JavaScript outgrows its budget; says what it weighs when it does not. */
export function firstLoadBudget(): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sizes = firstLoad(bundle).map((chunk) => ({
          file: chunk.fileName,
          bytes: brotliCompressSync(chunk.code).length,
        }))
        const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
        const told = sizes.map(({ file, bytes }) => `  ${file}: ${bytes}`).join('\n')
        if (total > budgetBytes)
          this.error(`first-load JavaScript is ${total} bytes, ${budgetBytes} are allowed:\n${told}`)
        this.info(`first-load JavaScript: ${total} of ${budgetBytes} bytes`)
      },
    },
  }
}
