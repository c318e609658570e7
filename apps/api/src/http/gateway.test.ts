import { route } from '@cotation/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'

const view = { method: 'GET', access: 'public', summary: 'A view', errors: [] } as const
const customer = route({ ...view, path: '/global/test/customer', output: z.strictObject({ name: z.string() }) })
const picture = route({ ...view, path: '/global/test/picture', output: { bytes: ['image/png'] } })

const upload = route({
  ...view,
  method: 'POST',
  path: '/global/test/upload',
  upload: { field: 'image', maxBytes: 1000 },
  output: z.strictObject({ size: z.int() }),
})

let answer: unknown
let contentType: string
let server: TestHttpServer

beforeAll(async () => {
  server = await startHttpServer((_app, serve) => {
    serve(customer, async () => answer as { name: string })
    serve(picture, async () => ({ bytes: new Uint8Array([1, 2, 3]), contentType }))
    serve(upload, async ({ upload: file }) => ({ size: file.length }))
  })
})

afterAll(() => server.close())

describe('an answer that violates its contract (BOL-5)', () => {
  const faults: [string, unknown][] = [
    ['has a field too many', { name: 'Zoé', passwordHash: 'canary' }],
    ['lacks a field', { secret: 'canary' }],
    ['has another type', { name: { secret: 'canary' } }],
    ['is nothing', undefined],
  ]
  it.each(faults)('%s is answered with 500 and none of its content', async (_name, faulty) => {
    answer = faulty
    const response = await fetch(`${server.url}/global/test/customer`)
    expect(response.status).toBe(500)
    const body = await response.text()
    expect(JSON.parse(body)).toEqual({ code: 'UNEXPECTED', message: expect.any(String), requestId: expect.any(String) })
    expect(body).not.toContain('canary')
  })

  it('refuses to send bytes of a type that is not in the contract', async () => {
    contentType = 'text/html'
    expect((await fetch(`${server.url}/global/test/picture`)).status).toBe(500)
    contentType = 'image/png'
    const good = await fetch(`${server.url}/global/test/picture`)
    expect(good.status).toBe(200)
    expect(good.headers.get('content-disposition')).toBe('attachment')
  })

  it('sends a valid answer in `data`', async () => {
    answer = { name: 'Zoé' }
    const response = await fetch(`${server.url}/global/test/customer`)
    expect(await response.json()).toEqual({ data: { name: 'Zoé' } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a form upload', () => {
  const send = (body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/global/test/upload`, { method: 'POST', body, headers })
  const formWith = (field: string, size: number) => {
    const body = new FormData()
    body.set(field, new Blob([new Uint8Array(size)]), '../../x.png')
    return body
  }
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (field: string) => `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a"\r\n\r\nxyz\r\n`

  it('reaches the handler byte for byte', async () => {
    expect(await (await send(formWith('image', 1000))).json()).toEqual({ data: { size: 1000 } })
  })

  const refusals: [string, string | FormData, Record<string, string>, number, string][] = [
    ['a byte too many', formWith('image', 1001), {}, 413, 'TOO_LARGE'],
    ['in another field', formWith('file', 10), {}, 422, 'VALIDATION'],
    ['no form', '{}', { 'content-type': 'application/json' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form that ends in mid-part', part('image'), multipart, 400, 'MALFORMED'],
    ['a form without a boundary', part('image'), { 'content-type': 'multipart/form-data' }, 400, 'MALFORMED'],
    ['a form of nothing', '--b--\r\n', multipart, 422, 'VALIDATION'],
    ['a form full of noise', 'noise', multipart, 400, 'MALFORMED'],
    ['two files', `${part('image')}${part('image')}--b--\r\n`, multipart, 413, 'TOO_LARGE'],
    ['a prototype', `${part('__proto__')}--b--\r\n`, multipart, 400, 'MALFORMED'],
  ]
  it.each(refusals)('%s is refused', async (_name, body, headers, status, code) => {
    const response = await send(body, headers)
    expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
      status,
      code,
    })
  })
})
