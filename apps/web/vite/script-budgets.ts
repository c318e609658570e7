import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** The French texts of the first screen are fetched in parallel with the entry. */
const firstTexts = 'texts-first-fr'

/**
 * Maximum JavaScript, compressed with Brotli, that the browser downloads before a page works: its
 * chunk with all chunks that it imports. On a phone's connection each 20 kB take a tenth of a second.
 */
const budgets: Readonly<Record<string, { bytes: number; chunks: readonly string[] }>> = {
  'the quote home': { bytes: 150_000, chunks: ['index', firstTexts] },
  'a project': { bytes: 245_000, chunks: ['quote/project/project.page'] },
  'the checkout': { bytes: 180_000, chunks: ['checkout/checkout.page'] },
  'the user home': { bytes: 155_000, chunks: ['home/home.page'] },
  'the order history': { bytes: 160_000, chunks: ['order/order-history.page'] },
}

/** The chunks with these names, or of these screens of customers, and everything that they import. */
function neededChunks(bundle: Rolldown.OutputBundle, names: readonly string[]): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needed = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) add(next)
  }

  for (const name of names) {
    const found = chunks.filter(
      (chunk) => chunk.name === name || chunk.facadeModuleId?.endsWith(`/features/${name}.tsx`),
    )
    if (found.length === 0) throw new Error(`There is no chunk "${name}" to hold to its budget.`)
    for (const chunk of found) add(chunk)
  }

  return [...needed]
}

/** Fails the build when the JavaScript of a page exceeds its budget; logs its size otherwise. */
export function scriptBudgets(): Plugin {
  return {
    name: 'script-budgets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [page, budget] of Object.entries(budgets)) {
          const sizes = neededChunks(bundle, budget.chunks).map((chunk) => ({
            file: chunk.fileName,
            bytes: brotliCompressSync(chunk.code).length,
          }))

          const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
          const list = sizes.map(({ file, bytes }) => `  ${file}: ${bytes}`).join('\n')
          if (total > budget.bytes)
            this.error(`JavaScript of ${page} is ${total} bytes, ${budget.bytes} are allowed:\n${list}`)
          this.info(`JavaScript of ${page}: ${total} of ${budget.bytes} bytes`)
        }
      },
    },
  }
}
