import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json|txt|wasm)$/
const minBytes = 1024

/**
 * Files this large skip the top two levels, which take a minute for the STEP kernel and save a few
 * percent.
 */
const largeBytes = 2 ** 20

/** Writes `.br` and `.gz` beside each asset; the server sends these files unchanged. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir
    },
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue

        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        if (bytes.length < minBytes) continue

        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length < largeBytes ? 11 : 9 },
          }),
          promisify(gzip)(bytes, { level: 9 }),
        ])
        await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
      }
    },
  }
}
