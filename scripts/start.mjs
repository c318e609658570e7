import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, pinnedNode, root, serverMemory } from './node-runtime.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const isWorker = process.argv.includes('--worker')

ensureInstalled()
if (!isWorker) ensureWebBuilt()

const entry = join(root, 'apps', 'api', 'src', isWorker ? 'worker.ts' : 'main.ts')

console.log(isWorker ? 'Starting the worker …' : 'Starting the database and the server …')
const server = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...serverMemory.flags, entry], {
  cwd: root,
  env: { ...serverMemory.environment, ...pinnedEnvironment() },
  stdio: 'inherit',
})

// A terminal sends Ctrl-C to the whole process group; a service manager signals only this process.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
