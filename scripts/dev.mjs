import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { pinnedEnvironment, pinnedNode, root } from './node-runtime.mjs'

ensureInstalled()
const env = { ...pinnedEnvironment(), PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' }
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const children = [
  spawn(pinnedNode(), ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(pinnedNode(), [vite], { cwd: join(root, 'apps', 'web'), env, stdio: 'inherit' }),
]

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
