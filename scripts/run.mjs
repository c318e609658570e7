// Runs a tool of the project under the pinned Node, after installing if necessary: node scripts/run.mjs tsc …
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, root } from './node-runtime.mjs'

ensureInstalled()
const [command = 'node', ...args] = process.argv.slice(2)

const run = spawnSync(command, args, {
  cwd: root,
  env: pinnedEnvironment(),
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

process.exit(run.status ?? 1)
