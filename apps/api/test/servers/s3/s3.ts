import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface TestS3Server {
  port: number
  /** The only account that the server knows. */
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Shortens a stored object behind the server's back. */
  truncate(bucket: string, key: string, bytes: number): Promise<void>
  close(): Promise<void>
}

/**
 * An S3 server on a free loopback port, in its own process: its page tokens need DES, which only
 * OpenSSL's legacy provider has, and its logger catches the uncaught exceptions of its process. Has the
 * bucket `cotation`.
 */
export async function startS3Server(): Promise<TestS3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-s3-'))
  await mkdir(join(folder, 'cotation'))
  const script = fileURLToPath(new URL('./s3.process.ts', import.meta.url))
  const child = fork(script, [folder], { execArgv: ['--openssl-legacy-provider'] })
  const exited = once(child, 'exit')
  const started = once(child, 'message') as Promise<[number]>
  const failed = exited.then(([code]) => Promise.reject(new Error(`the S3 server ended with code ${code}`)))
  const [port] = await Promise.race([started, failed])

  failed.catch(() => undefined)

  return {
    port,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    truncate: (bucket, key, bytes) => truncate(join(folder, bucket, `${key}._S3rver_object`), bytes),
    async close() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
