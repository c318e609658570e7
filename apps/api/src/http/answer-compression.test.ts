import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { route } from '@cotation/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'

const text = route({
  method: 'GET',
  path: '/global/test/text',
  access: 'public',
  summary: 'A text',
  errors: [],
  output: z.strictObject({ text: z.string() }),
})

let answered = ''
let server: TestHttpServer

beforeAll(async () => {
  server = await startHttpServer((_app, serve) => {
    serve(text, async () => ({ text: answered }))
  })
})

afterAll(() => server.close())

/** The answer as it is on the wire. */
async function answerTo(accepted: string) {
  const sent = request(`${server.url}/global/test/text`, { headers: { 'accept-encoding': accepted } }).end()
  const { promise, resolve, reject } = Promise.withResolvers<{ encoding: string | undefined; body: Buffer }>()
  sent.on('error', reject)
  sent.on('response', (response) => {
    const encoding = response.headers['content-encoding']
    buffer(response).then((body) => resolve({ encoding, body }), reject)
  })
  return promise
}

const dataOf = (json: Buffer) => JSON.parse(json.toString())

it.each([2000, 40_000, 600_000])('compresses an answer of %i characters', async (length) => {
  answered = 'Pièce n° '.repeat(length).slice(0, length)
  const expected = { data: { text: answered } }

  const brotli = await answerTo('gzip, deflate, br')
  expect(brotli.encoding).toBe('br')
  expect(brotli.body.length).toBeLessThan(length / 10)
  expect(dataOf(brotliDecompressSync(brotli.body))).toEqual(expected)

  const gzip = await answerTo('gzip')
  expect(gzip.encoding).toBe('gzip')
  expect(dataOf(gunzipSync(gzip.body))).toEqual(expected)

  const plain = await answerTo('identity')
  expect(plain.encoding).toBeUndefined()
  expect(dataOf(plain.body)).toEqual(expected)
})

it('sends a short answer, such as one with a new token, as it is', async () => {
  answered = 'a'.repeat(900)
  const { encoding, body } = await answerTo('gzip, deflate, br')
  expect(encoding).toBeUndefined()
  expect(dataOf(body)).toEqual({ data: { text: answered } })
})
