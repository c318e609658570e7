#!/usr/bin/env node
// Starts the command line under the pinned Node, whatever Node the shell has.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const runtime = new URL('../../scripts/node-runtime.mjs', import.meta.url)
const { pinnedNode } = await import(runtime)
const program = fileURLToPath(new URL('./src/main.ts', import.meta.url))
const run = spawnSync(pinnedNode(), ['--no-warnings', program, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(run.status ?? 1)
