import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, pinnedNode, root } from './node-runtime.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const worker = process.argv.includes('--worker')

ensureInstalled()
if (!worker) ensureWebBuilt()

const entry = join(root, 'apps', 'api', 'src', worker ? 'worker.ts' : 'main.ts')

// What V8 compiled at one start is read back at the next: half of the import time.
const env = { ...pinnedEnvironment(), NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }

const server = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', entry], {
  cwd: root,
  env,
  stdio: 'inherit',
})

// The terminal sends Ctrl-C to the whole group, a service manager signals this process alone: pass the latter on.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
