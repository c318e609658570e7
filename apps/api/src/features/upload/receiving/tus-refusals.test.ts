import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, aVisitor, useVisitor } from '#test/builders.ts'
import {
  anUpload,
  chunkAt,
  creation,
  encoded,
  leftBytes,
  mib,
  someBytes,
  tusCall,
  uploadRow,
} from '#test/quote/uploads.ts'
import { rawExchange } from '#test/servers/raw-http.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
const visitor = useVisitor(app)

const bytes = 1000

async function opened(): Promise<string> {
  const { id } = await anUpload(app, visitor, bytes)
  expect((await tusCall(visitor, 'POST', null, creation(id, bytes))).status).toBe(201)
  return id
}

const unknown = '3b0d7a62-94a5-4b0c-9a43-6a3d3f0d2d11'

describe('access to uploads (BOL-1, SES-3)', () => {
  it('refuses callers without a session', async () => {
    const id = await opened()
    const stranger = app.browser()
    for (const token of [null, 'x'.repeat(43)]) {
      stranger.token = token
      for (const [method, path] of [
        ['POST', null],
        ['HEAD', id],
        ['PATCH', id],
        ['DELETE', id],
      ] as const) {
        const answer = await tusCall(stranger, method, path, {
          ...creation(id, bytes),
          ...(method === 'PATCH' ? chunkAt(0) : {}),
        })
        expect(answer.status, method).toBe(401)
        if (method !== 'HEAD')
          expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', requestId: expect.any(String) })
      }
    }

    expect(await uploadRow(app, id)).toMatchObject({ state: 'uploading' })
  })

  it('answers other owners with NOT_FOUND on every verb', async () => {
    const id = await opened()
    await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(10))

    const others = [await aVisitor(app), await aBrowserOf(app, (await aCustomer(app)).id)]
    for (const other of others) {
      for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE']) {
        const answers = await Promise.all(
          [id, unknown].map(async (uploadId) => {
            const answer =
              method === 'POST'
                ? await tusCall(other, 'POST', null, creation(uploadId, bytes))
                : await tusCall(
                    other,
                    method,
                    uploadId,
                    method === 'PATCH' ? chunkAt(10) : {},
                    method === 'PATCH' ? someBytes(5) : undefined,
                  )
            const body = method === 'HEAD' ? {} : ((await answer.json()) as object)
            const headers = Object.fromEntries(
              [...answer.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)),
            )

            return { status: answer.status, headers, body: { ...body, requestId: '' } }
          }),
        )

        expect(answers[0], method).toEqual(answers[1])
        expect(answers[0]?.status, method).toBe(404)
      }

      const params = { uploadId: id }
      expect((await other.call('POST /global/upload/{uploadId}/received', { params })).status).toBe(404)
      expect((await other.call('DELETE /global/upload/{uploadId}', { params })).status).toBe(404)
      expect((await other.fetch(`/gateway/global/upload/${id}/content`)).status).toBe(404)
    }

    expect((await tusCall(visitor, 'HEAD', id)).headers.get('upload-offset')).toBe('10')
  })

  it('allows no other origin and sends the usual security headers', async () => {
    const id = await opened()
    for (const answer of [
      await tusCall(visitor, 'HEAD', id, { origin: 'https://evil.example' }),
      await tusCall(visitor, 'PATCH', id, { ...chunkAt(0), origin: 'https://evil.example' }, someBytes(10)),
      await tusCall(visitor, 'PATCH', id, { ...chunkAt(0), origin: 'https://evil.example' }, someBytes(10)),
    ]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    }
  })
})

describe('the upload endpoint', () => {
  it.each([
    ['another length than announced', { 'upload-length': '999' }, 422],
    ['more than announced', { 'upload-length': '1001' }, 413],
    ['a deferred length', { 'upload-defer-length': '1' }, 400],
    ['parts to be joined', { 'upload-concat': 'partial' }, 400],
    ['no length', { 'upload-length': '' }, 400],
    ['a malformed length', { 'upload-length': '1e3' }, 400],
    ['another version of the protocol', { 'tus-resumable': '0.2.2' }, 400],
  ])('refuses a creation with %s (UPL-2)', async (_, headers, status) => {
    const { id } = await anUpload(app, visitor, bytes)
    const answer = await tusCall(visitor, 'POST', null, { ...creation(id, bytes), ...headers })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    expect(await leftBytes(app)).not.toContain(id)
  })

  it.each([
    ['no id', 'filename cGFydC5zdGw='],
    ['a path', `uploadId ${encoded('../../../../etc/passwd')}`],
    ['a path behind an id', `uploadId ${encoded(`${unknown}/../x`)}`],
    ['a zero byte', `uploadId ${encoded(`${unknown}\0`)}`],
    ['10 kB', `uploadId ${encoded('x'.repeat(7000))}`],
  ])('refuses metadata with %s (UPL-1)', async (_, metadata) => {
    const answer = await tusCall(visitor, 'POST', null, { 'upload-length': '1000', 'upload-metadata': metadata })
    expect(answer.status).toBe(404)
  })

  it.each([
    '/gateway/upload/../upload/x',
    '/gateway/upload/..%2f..%2fetc%2fpasswd',
    '/gateway/upload/%2e%2e/%2e%2e/etc/passwd',
    '/gateway/upload/..%00.stl',
    `/gateway/upload/${unknown}.json`,
    `/gateway/upload/${unknown}%0d%0aset-cookie:x`,
    '/gateway/upload/con.stl',
  ])('refuses the path %s (UPL-1)', async (path) => {
    const head = `HEAD ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTus-Resumable: 1.0.0\r\nAuthorization: Bearer ${visitor.token}\r\n\r\n`
    const { status } = await rawExchange(app.url, head)
    expect([400, 404]).toContain(status)
  })

  it('refuses more bytes than announced, in one chunk or in two (UPL-2)', async () => {
    const id = await opened()
    expect((await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(bytes + 1))).status).toBe(413)
    expect((await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(bytes - 1))).status).toBe(204)
    expect((await tusCall(visitor, 'PATCH', id, chunkAt(bytes - 1), someBytes(2))).status).toBe(413)
    expect((await tusCall(visitor, 'HEAD', id)).headers.get('upload-offset')).toBe(String(bytes - 1))
  })

  it('refuses a chunk beyond 8 MiB and one of unknown length', async () => {
    const { id } = await anUpload(app, visitor, 20 * mib)
    await tusCall(visitor, 'POST', null, creation(id, 20 * mib))

    const head = `PATCH /gateway/upload/${id} HTTP/1.1\r\nHost: localhost\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nAuthorization: Bearer ${visitor.token}\r\n`
    const large = await rawExchange(app.url, `${head}Content-Length: ${8 * mib + 1}\r\n\r\n`)

    expect(large.status).toBe(413)
    expect(JSON.parse(large.body)).toMatchObject({ code: 'TOO_LARGE' })

    const chunked = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`
    expect((await rawExchange(app.url, chunked)).status).toBe(400)
    expect((await tusCall(visitor, 'HEAD', id)).headers.get('upload-offset')).toBe('0')
  })

  it('refuses compressed bodies and other content types (UPL-3)', async () => {
    const id = await opened()
    const packed = gzipSync(Buffer.alloc(bytes))
    for (const headers of [
      { 'content-encoding': 'gzip' },
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]) {
      const answer = await tusCall(visitor, 'PATCH', id, { ...chunkAt(0), ...headers }, packed)
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    }

    const withBytes = await tusCall(
      visitor,
      'POST',
      null,
      { ...creation(id, bytes), 'content-type': 'application/offset+octet-stream' },
      someBytes(10),
    )

    expect(withBytes.status).toBe(400)
    expect((await tusCall(visitor, 'HEAD', id)).headers.get('upload-offset')).toBe('0')
  })

  it('answers a wrong offset with a conflict, so that the client asks for the right one', async () => {
    const id = await opened()
    const answer = await tusCall(visitor, 'PATCH', id, chunkAt(5), someBytes(5))
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'MALFORMED', requestId: expect.any(String) })
  })

  it('serves the next request on the connection after an unread body', async () => {
    const { id } = await anUpload(app, visitor, 6 * mib)
    await tusCall(visitor, 'POST', null, creation(id, 6 * mib))

    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = (method: string, headers: Record<string, string>, body?: Buffer) =>
      new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
        const all = { ...headers, 'tus-resumable': '1.0.0', authorization: `Bearer ${visitor.token}` }
        const sent = request(`${app.url}/gateway/upload/${id}`, { method, agent, headers: all }, (answer) => {
          const port = answer.socket.localPort
          answer.resume().on('end', () => resolve({ status: answer.statusCode, port }))
        })
        sent.on('error', reject).end(body)
      })

    const body = someBytes(5 * mib)
    const refused = await call('PATCH', { ...chunkAt(7), 'content-length': String(body.length) }, body)
    const next = await call('HEAD', {})

    agent.destroy()
    expect(refused.status).toBe(409)
    expect(next).toEqual({ status: 200, port: refused.port })
  })

  it('refuses other verbs', async () => {
    const id = await opened()
    for (const method of ['GET', 'PUT', 'OPTIONS'])
      expect((await tusCall(visitor, method, id)).status, method).toBe(404)
  })
})
