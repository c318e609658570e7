import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/product-process.ts'
import { until } from '#test/until.ts'
import { isListening } from './is-listening.ts'

/** Debian's package; the tests that need it are skipped elsewhere. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).error === undefined

export interface Pgbouncer {
  /** The same database through the pool. */
  url(databaseUrl: string): string
  stop(): Promise<void>
}

/** A real PgBouncer in transaction mode with few connections, so that clients share them. */
export async function startPgbouncer(databaseServerUrl: string, settings: readonly string[] = []): Promise<Pgbouncer> {
  const server = new URL(databaseServerUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'cotation-pgbouncer-'))
  await chmod(folder, 0o755)

  const file = join(folder, 'pgbouncer.ini')
  const target = `host=127.0.0.1 port=${server.port} user=${server.username} password=${server.password}`
  await writeFile(
    file,
    [
      '[databases]',
      `* = ${target}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 4',
      'max_client_conn = 500',
      ...settings,
      '',
    ].join('\n'),
  )
  await chmod(file, 0o644)

  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child: ChildProcess = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...account })
  await until(() => isListening(port), 'PgBouncer')

  return {
    url: (databaseUrl) => `postgresql://${server.username}@127.0.0.1:${port}${new URL(databaseUrl).pathname}`,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGINT')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}
