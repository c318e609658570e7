import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let root: string

const lockOf = (version: string) => JSON.stringify({ packages: { 'node_modules/thing': { version } } })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** How often the stand-ins of npm and Vite ran. */
const count = (name: string) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').length : 0)

const environment = () => ({ ...process.env, npm_execpath: join(root, 'npm.mjs'), npm_lifecycle_event: undefined })

const run = (script: string) =>
  spawnSync(process.execPath, [join(root, 'scripts', script)], { encoding: 'utf8', env: environment() })

/** The real scripts in a folder whose npm, Vite and server are stand-ins. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotation-start-'))
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.mjs')))
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))

  const countRun = (name: string) =>
    `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(join(root, name))}, '.')\n`
  write('npm.mjs', countRun('installs'))
  write(
    'node_modules/vite/bin/vite.js',
    `${countRun('builds')}import { mkdirSync } from 'node:fs'\nmkdirSync('dist', { recursive: true })\n`,
  )
  write('node_modules/vite/package.json', '{"type":"module"}')
  write('node_modules/.package-lock.json', lockOf('1.0.0'))
  write('package-lock.json', lockOf('1.0.0'))
  write('packages/a.ts', '')
  write('apps/web/index.html', '')
  write(
    'apps/api/src/main.ts',
    `let isStopping = false
process.on('SIGINT', () => {
  if (isStopping) process.exit(1)
  isStopping = true
})
process.on('SIGTERM', () => process.exit(0))
setInterval(() => 0, 1000)
console.log('up')
`,
  )
})

/** Process groups of started servers. */
let groups: number[] = []

afterEach(() => {
  for (const group of groups) killGroup(group)
  groups = []
  rmSync(root, { recursive: true, force: true })
})

/** So that nothing is left if a test fails. */
function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // All its processes have ended.
  }
}

async function startServer() {
  // A group of its own, as a terminal gives it.
  const server = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { env: environment(), detached: true })
  const group = server.pid ?? 0
  groups.push(group)
  const exit = once(server, 'exit')
  let output = ''
  for await (const text of server.stdout) {
    output += text
    if (output.includes('up')) break
  }

  return {
    /** Sends signals to the launcher alone; resolves with its exit code. */
    async stop(...signals: NodeJS.Signals[]) {
      for (const signal of signals.length > 0 ? signals : ['SIGTERM' as const]) server.kill(signal)
      const [code] = await exit
      return code
    },
    /** Sends the signal of Ctrl-C in a terminal. */
    async interrupt() {
      process.kill(-group, 'SIGINT')
      const [code] = await exit
      return code
    },
  }
}

describe('a start', () => {
  it('neither installs nor builds after npm ci and npm run build (B31)', async () => {
    expect(run('build.mjs').status).toBe(0)
    expect({ installs: count('installs'), builds: count('builds') }).toEqual({ installs: 0, builds: 1 })

    const server = await startServer()
    await server.stop()
    expect({ installs: count('installs'), builds: count('builds') }).toEqual({ installs: 0, builds: 1 })
  })

  it('refuses to install other packages under a running server (B34)', async () => {
    run('build.mjs')
    const server = await startServer()
    write('package-lock.json', lockOf('2.0.0'))

    const refused = run('start.mjs')
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/^Other packages must be installed, but a server runs from this folder[^\n]*\n$/)
    expect(count('installs')).toBe(0)

    await server.stop()
    run('build.mjs')
    expect(count('installs')).toBe(1)
  })

  it('refuses to replace the web app of a running server (B34)', async () => {
    run('build.mjs')
    const server = await startServer()
    write('apps/web/index.html', 'changed')

    const refused = run('start.mjs')
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/^The web app must be built again, but a server runs from this folder/)
    expect(count('builds')).toBe(1)
    await server.stop()
  })

  it('refuses a build under a running server, until it has stopped (B34)', async () => {
    run('build.mjs')
    const server = await startServer()
    write('apps/web/index.html', 'changed')

    expect(run('build.mjs').stderr).toMatch(/^The web app must be built again, but a server runs from this folder/)
    await server.stop()
    expect(run('build.mjs').status).toBe(0)
  })

  it('starts a second server of the same release beside the first', async () => {
    run('build.mjs')
    const first = await startServer()
    const second = await startServer()
    await Promise.all([first.stop(), second.stop()])
  })
})

describe('the launcher', () => {
  it.each<NodeJS.Signals[][]>([[['SIGINT']], [['SIGINT', 'SIGTERM']], [['SIGTERM', 'SIGINT']]])(
    'stops the server when it alone gets %j',
    async (signals) => {
      run('build.mjs')
      const server = await startServer()
      expect(await server.stop(...signals)).toBe(0)
    },
  )

  it('lets the server drain at Ctrl-C in a terminal', async () => {
    run('build.mjs')
    const server = await startServer()
    expect(await server.interrupt()).toBe(0)
  })
})
