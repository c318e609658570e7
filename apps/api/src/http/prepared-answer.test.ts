import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { route } from '@cotation/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { PreparedAnswer } from './prepared-answer.ts'

const view = { method: 'GET', access: 'public', summary: 'A view', errors: [] } as const
const schema = z.strictObject({ words: z.string() })
const kept = route({ ...view, path: '/global/test/kept', output: schema, cache: 'for-ever' })
const asked = route({ ...view, path: '/global/test/asked', output: schema, cache: 'validated' })
const never = route({ ...view, path: '/global/test/never', output: schema })
const other = route({ ...view, path: '/global/test/other', output: z.strictObject({ words: z.string() }) })
const faulty = route({ ...view, path: '/global/test/faulty', output: schema })

const data = { words: 'à la lettre '.repeat(500) }
const body = JSON.stringify({ data })
const prepared = PreparedAnswer.of(schema, data)

let server: TestHttpServer

beforeAll(async () => {
  server = await startHttpServer((_app, serve) => {
    for (const contract of [kept, asked, never]) serve(contract, async () => prepared)
    serve(other, async () => prepared)
    serve(faulty, async () => PreparedAnswer.of(schema, { ...data, secret: 'canary' } as typeof data))
  })
})

afterAll(() => server.close())

/** Not with fetch, which would decompress the body. */
async function call(path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}/global/test/${path}`, { headers }, resolve).on('error', reject)
  })
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) }
}

describe('a prepared answer', () => {
  it.each([
    [{}, undefined, (bytes: Buffer) => bytes],
    [{ 'accept-encoding': 'identity' }, undefined, (bytes: Buffer) => bytes],
    [{ 'accept-encoding': 'gzip, deflate' }, 'gzip', gunzipSync],
    [{ 'accept-encoding': 'gzip, deflate, br' }, 'br', brotliDecompressSync],
  ])('is sent to a client with %o as %s', async (headers, encoding, unpack) => {
    for (const _again of [1, 2]) {
      const answer = await call('kept', headers)
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers.vary).toBe('accept-encoding')
      expect(unpack(answer.bytes).toString()).toBe(body)
      if (encoding) expect(answer.bytes.length).toBeLessThan(500)
    }
  })

  it.each([
    ['kept', 'public, max-age=31536000, immutable'],
    ['asked', 'public, no-cache'],
    ['never', 'no-store'],
  ])('%s has the cache-control %s', async (path, cacheControl) => {
    expect((await call(path)).headers['cache-control']).toBe(cacheControl)
  })

  it('is answered with 304 to a client that has it', async () => {
    const { etag } = prepared
    for (const tag of [etag, etag.replace('W/', ''), `"a", ${etag}`, '*']) {
      const answer = await call('asked', { 'if-none-match': tag })
      expect({ tag, status: answer.status, length: answer.bytes.length }).toEqual({ tag, status: 304, length: 0 })
      expect(answer.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
    }
    for (const tag of ['"a"', '', 'W/""']) expect((await call('asked', { 'if-none-match': tag })).status).toBe(200)
  })

  it('has another tag if its content differs', () => {
    expect(PreparedAnswer.of(schema, { words: 'a' }).etag).not.toBe(PreparedAnswer.of(schema, { words: 'b' }).etag)
  })

  it('is never sent if it violates its contract or was prepared for another route (BOL-5)', async () => {
    for (const path of ['faulty', 'other']) {
      const answer = await call(path)
      expect(answer.status).toBe(500)
      expect(answer.bytes.toString()).not.toMatch(/canary|lettre/)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})
