import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const source = fileURLToPath(new URL('../src/staff/work/shell/shell-worker.ts', import.meta.url))

/** Beside the work screens, because a service worker may only serve addresses beside or below its own. */
const fileName = 'staff/work-shell.js'

/** One script without imports: not every browser loads a service worker of several modules. */
async function buildWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (!chunk) throw new Error('The service worker of the work screens was not built')
  return chunk.code
}

/**
 * Builds the service worker of the work screens, and names the build in the page: the worker keeps
 * only a page that belongs to the files which it has.
 */
export function workShell(): Plugin {
  return {
    name: 'work-shell',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await buildWorker() })
    },
    // After all that changes the page.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const content = createHash('sha256').update(html).digest('hex').slice(0, 16)
        return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }]
      },
    },
  }
}
