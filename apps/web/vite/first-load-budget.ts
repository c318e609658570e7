import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/**
 * Maximum JavaScript that the browser downloads before the quote home works, compressed with
 * Brotli.
 */
const budgetBytes = 150_000

/** The French texts of the first screen are fetched in parallel with the entry. */
const firstTexts = 'texts-first-fr'

function firstLoad(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needed = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) add(next)
  }

  for (const chunk of chunks) if (chunk.isEntry || chunk.name === firstTexts) add(chunk)

  return [...needed]
}

/**
 * Fails the build when the JavaScript of the first page exceeds its budget; logs its size
 * otherwise.
 */
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
        const list = sizes.map(({ file, bytes }) => `  ${file}: ${bytes}`).join('\n')
        if (total > budgetBytes)
          this.error(`first-load JavaScript is ${total} bytes, ${budgetBytes} are allowed:\n${list}`)
        this.info(`first-load JavaScript: ${total} of ${budgetBytes} bytes`)
      },
    },
  }
}
