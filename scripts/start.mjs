import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, pinnedNode, root, serverMemory } from './node-runtime.mjs'
import { refuseWhileServersRun } from './running-servers.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const isWorker = process.argv.includes('--worker')

ensureInstalled()
if (!isWorker) ensureWebBuilt(() => refuseWhileServersRun('The web app must be built again'))

const entry = join(root, 'apps', 'api', 'src', isWorker ? 'worker.ts' : 'main.ts')

console.log(isWorker ? 'Starting the worker …' : 'Starting the database and the server …')
const server = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...serverMemory.flags, entry], {
  cwd: root,
  env: { ...serverMemory.environment, ...pinnedEnvironment() },
  // Through the channel the server notices the end of this process, even if it is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

let isStopping = false

/** Lets the server finish running requests and jobs; this process ends with it. */
function stopServer() {
  if (isStopping) return
  isStopping = true
  server.kill('SIGTERM')
}

// A terminal sends Ctrl-C to the server too, before this process can pass it on: the server then
// ignores SIGTERM. A service manager or `kill -INT` signals only this process.
process.on('SIGINT', stopServer)
process.on('SIGTERM', stopServer)

// npm passes SIGTERM on to its shell only, which ends without telling this process.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stopServer()
  }, 200).unref()
}
