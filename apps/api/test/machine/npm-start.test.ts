import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '@cotation/embedded-postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#test/product-process.ts'
import { until } from '#test/until.ts'

const root = join(import.meta.dirname, '../../../..')

/** A first start on a busy machine may build the web app. */
const startMs = 300_000

let dataDir: string
let port: number
let npm: ChildProcess
let output: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotation-npm-start-'))
  port = await freePort()
  output = ''

  npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing is left if the test fails.
    detached: true,
  })
  for (const stream of [npm.stdout, npm.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
})

afterEach(async () => {
  try {
    process.kill(-(npm.pid ?? 0), 'SIGKILL')
  } catch {
    // All processes have ended.
  }

  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function says(words: string): Promise<void> {
  await until(async () => (output.includes(words) ? true : undefined), `"${words}"`, startMs)
}

async function isListening(): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).then((answer) => {
    socket.destroy()
    return answer === true
  })
}

/** The one child of a process, from Linux itself: `ps` is not installed everywhere. */
function childOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}

async function expectEverythingStopped(): Promise<void> {
  await says('Stopped.')
  expect(await isListening()).toBe(false)
  await until(
    async () => ((await findPostmaster(join(dataDir, 'postgres'))) ? undefined : true),
    'the end of PostgreSQL',
  )
}

describe('npm start (B25)', () => {
  it('stops the server and the database when npm gets SIGTERM', async () => {
    await says('is ready')

    const exit = once(npm, 'exit')
    npm.kill('SIGTERM')
    await exit

    await expectEverythingStopped()
  })

  it.runIf(process.platform === 'linux')('stops them when the launcher below npm is killed', async () => {
    await says('is ready')

    const launcher = childOf(childOf(npm.pid ?? 0))
    process.kill(launcher, 'SIGKILL')

    await expectEverythingStopped()
  })

  it('drains once when npm, launcher and server get SIGTERM together', async () => {
    await says('is ready')
    process.kill(-(npm.pid ?? 0), 'SIGTERM')
    await expectEverythingStopped()
  })

  it('stops the database if SIGTERM comes while the server starts', async () => {
    await until(async () => (await findPostmaster(join(dataDir, 'postgres'))) ?? undefined, 'PostgreSQL', startMs)
    npm.kill('SIGTERM')
    await expectEverythingStopped()
  })
})
