// Fails when the JavaScript that the quote home needs before it works passes the budget, compressed as it is served.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './node-runtime.mjs'

const budgetBytes = 150 * 1000
const dist = join(root, 'apps', 'web', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

/** Chunks that load before the page works: the entry, the quote home, the French texts, and what they import at once. */
const roots = ['index.html', 'src/features/quote/quote-home.page.tsx']
const frenchTexts = Object.keys(manifest).filter((key) => /messages\/fr\/(app|quote|errors)\.json$/.test(key))

function collect(key, seen) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build has no chunk for ${key}`)
  if (seen.has(chunk.file)) return
  if (/\.m?js$/.test(chunk.file)) seen.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, seen)
}

const files = new Set()
for (const key of [...roots, ...frenchTexts]) collect(key, files)

let total = 0
for (const file of files) {
  const bytes = brotliCompressSync(readFileSync(join(dist, file))).length
  total += bytes
  console.log(`${String(bytes).padStart(8)}  ${file}`)
}
console.log(`${String(total).padStart(8)}  of ${budgetBytes} bytes of first-load JavaScript`)
if (readdirSync(dist).length === 0 || total > budgetBytes) process.exit(1)
