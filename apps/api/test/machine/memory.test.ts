import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { copyDatabase } from '#test/test-databases.ts'

const mebibyte = 1024 * 1024

let port: number
let server: ProductProcess

beforeAll(async () => {
  port = await freePort()

  const databaseUrl = await copyDatabase()
  server = await ProductProcess.start('main', {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  })
  await server.says('is ready:')
})

afterAll(() => server.stop())

/** The server's memory as reported by the kernel. */
async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** The status of the answer; a closed connection also counts as a refusal of an oversized body. */
async function post(body: string): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/gateway/global/tools/semRecord`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await response.text()
    return response.status
  } catch {
    return 413
  }
}

const hostileBodies = [
  `${'['.repeat(49_000)}${']'.repeat(49_000)}`,
  `{"referer":"${'x'.repeat(90_000)}","browse_url":""}`,
  `{"referer":[${'1,'.repeat(45_000)}1]}`,
  'x'.repeat(5 * mebibyte),
]

describe.skipIf(process.platform !== 'linux')('the server’s memory (ABU-2)', () => {
  it('stays flat under 1,200 hostile bodies and 200 connections that never finish their request', async () => {
    for (const body of hostileBodies) expect(await post(body)).toBeGreaterThanOrEqual(400)

    const before = await residentBytes()
    const slow = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    for (const socket of slow)
      socket.write('POST /gateway/global/tools/semRecord HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')

    const attack = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        const statuses = await Promise.all(hostileBodies.map((body) => post(body)))
        for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400)
      }
    }
    // The first rounds size the heap; growth after them is a leak.
    await attack(100)

    const settled = await residentBytes()
    await attack(200)

    const after = await residentBytes()
    for (const socket of slow) socket.destroy()

    expect(after - before).toBeLessThan(150 * mebibyte)
    expect(after - settled).toBeLessThan(80 * mebibyte)
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  }, 120_000)
})
