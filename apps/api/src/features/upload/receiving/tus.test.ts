import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Of } from '#adapters/files.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aVisitor } from '#test/builders.ts'
import {
  anUpload,
  chunkAt,
  creation,
  keptAs,
  keptParts,
  leftBytes,
  mib,
  sendBytes,
  someBytes,
  tusCall,
  uploadRow,
} from '#test/quote/uploads.ts'
import { rowsOf } from '#test/rows.ts'
import { startS3Server, type TestS3Server } from '#test/servers/s3/s3.ts'
import { startTcpProxy, type TcpProxy } from '#test/servers/tcp-proxy.ts'
import { until } from '#test/until.ts'

describe.each(['disk', 's3'])('uploads to %s', (kind) => {
  let s3: TestS3Server | null = null
  let toS3: TcpProxy | null = null
  let app: TestApp
  let visitor: Browser
  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3Server() : null
    toS3 = s3 && (await startTcpProxy(s3.port))
    app = await startApp(
      s3
        ? {
            S3_BUCKET: 'cotation',
            S3_ENDPOINT: `http://127.0.0.1:${toS3?.port}`,
            S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
            S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
          }
        : {},
    )
    visitor = await aVisitor(app)
  })
  afterAll(async () => {
    await app.close()
    await toS3?.close()
    await s3?.close()
  })

  const contentOf = async (sha256: string) => {
    const file = await app.deps.files.get(partKey(sha256))
    return file ? buffer(file.body) : null
  }
  const open = async (content: Buffer) => {
    const { id } = await anUpload(app, visitor, content.length)
    const created = await tusCall(visitor, 'POST', null, creation(id, content.length))
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/gateway/upload/${id}`)
    return id
  }
  const offsetOf = async (id: string) => (await tusCall(visitor, 'HEAD', id)).headers.get('upload-offset')

  it('stores a file byte for byte under its hash and nothing else', async () => {
    const content = someBytes(9 * mib + 3)
    const { id } = await anUpload(app, visitor, content.length)
    await sendBytes(visitor, id, content)
    const sha256 = await keptAs(app, id)
    expect(sha256).toBe(sha256Of(content))
    expect((await contentOf(sha256))?.equals(content)).toBe(true)
    await until(async () => ((await leftBytes(app)).length === 0 ? true : undefined), 'the end of what came')
  })

  it('stores equal bytes of several owners once', async () => {
    const content = someBytes()
    const before = (await keptParts(app)).length

    for (const browser of [visitor, visitor, await aVisitor(app)]) {
      const { id } = await anUpload(app, browser, content.length)
      await sendBytes(browser, id, content)
      expect(await keptAs(app, id)).toBe(sha256Of(content))
    }

    expect(await keptParts(app)).toHaveLength(before + 1)

    const readings = await rowsOf(app, 'part_analysis', { sha256: sha256Of(content) })

    expect(readings).toHaveLength(1)
  })

  it('resumes after a connection broke in the middle of a chunk', async () => {
    const content = someBytes(12 * mib)
    const { id } = await anUpload(app, visitor, content.length)
    const proxy = await startTcpProxy(Number(new URL(app.url).port))
    const offsets: number[] = []
    let sent = 0
    let cuts = 0

    // By bytes on the wire: a fast client reports its progress too rarely for three cuts.
    proxy.onBytesSent((total) => {
      if (cuts >= 3 || total <= (cuts + 1) * 3 * mib) return
      cuts++
      void proxy.cut().then(() => proxy.restore())
    })

    await sendBytes({ url: `http://127.0.0.1:${proxy.port}`, token: visitor.token }, id, content, {
      retryDelays: Array.from({ length: 20 }, () => 50),
      onProgress: (bytes) => {
        sent = bytes
      },
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD') offsets.push(Number(response.getHeader('upload-offset')))
      },
    })
    await proxy.close()

    expect(cuts).toBe(3)
    expect(sent).toBe(content.length)
    expect(offsets.length).toBeGreaterThan(0)
    expect((await contentOf(await keptAs(app, id)))?.equals(content)).toBe(true)
  })

  it('keeps the received bytes when the creation is repeated', async () => {
    const content = someBytes(6 * mib)
    const id = await open(content)
    const half = content.subarray(0, 2 * mib)

    expect((await tusCall(visitor, 'PATCH', id, chunkAt(0), half)).status).toBe(204)
    expect((await tusCall(visitor, 'POST', null, creation(id, content.length))).status).toBe(201)
    expect(await offsetOf(id)).toBe(String(2 * mib))
    expect((await tusCall(visitor, 'PATCH', id, chunkAt(2 * mib), content.subarray(2 * mib))).status).toBe(204)
    expect(await keptAs(app, id)).toBe(sha256Of(content))

    // The answer to the last chunk may be lost: asking again, the client learns that all is there.
    expect(await offsetOf(id)).toBe(String(content.length))
  })

  it('accepts one of two chunks for the same offset and no byte of the other', async () => {
    const content = someBytes(8 * mib)
    const id = await open(content)
    const first = content.subarray(0, 6 * mib)
    const other = someBytes(6 * mib)
    const answers = await Promise.all([first, other].map((body) => tusCall(visitor, 'PATCH', id, chunkAt(0), body)))

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await offsetOf(id)).toBe(String(6 * mib))

    const taken = answers[0]?.status === 204 ? first : other
    const rest = content.subarray(6 * mib)
    await tusCall(visitor, 'PATCH', id, chunkAt(6 * mib), rest)

    expect(await keptAs(app, id)).toBe(sha256Of(Buffer.concat([taken, rest])))
  })

  it('removes the bytes of a cancelled upload at once', async () => {
    const id = await open(someBytes(6 * mib))
    await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(2 * mib))

    expect(await leftBytes(app)).toContain(id)
    expect((await tusCall(visitor, 'DELETE', id)).status).toBe(204)
    expect(await leftBytes(app)).not.toContain(id)
    expect(await uploadRow(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'cancelled' }, sha256: null })

    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await tusCall(visitor, method, id, chunkAt(0))).status, method).toBe(404)
    expect((await tusCall(visitor, 'POST', null, creation(id, 6 * mib))).status).toBe(404)
  })

  if (kind === 's3')
    it('resumes after its store was unreachable (FLT-7)', async () => {
      const content = someBytes(6 * mib)
      const id = await open(content)
      await tusCall(visitor, 'PATCH', id, chunkAt(0), content.subarray(0, mib))
      await toS3?.cut()

      for (const method of ['HEAD', 'PATCH']) {
        const body = method === 'PATCH' ? content.subarray(mib) : undefined
        const answer = await tusCall(visitor, method, id, method === 'PATCH' ? chunkAt(mib) : {}, body)
        expect(answer.status, method).toBe(503)
      }

      await toS3?.restore()
      expect(await offsetOf(id)).toBe(String(mib))

      await sendBytes(visitor, id, content, { uploadUrl: `${app.url}/gateway/upload/${id}` })
      expect(await keptAs(app, id)).toBe(sha256Of(content))
    })

  describe('bytes that arrived just before the server was killed', () => {
    const unnoticed = async (content: Buffer) => {
      const id = await open(content)
      const { data, keyOf } = app.deps.uploads
      await data.write(Readable.from([content]), keyOf(id), 0)
      expect((await uploadRow(app, id))?.state).toBe('uploading')
      return id
    }

    it('are stored when the client asks for the offset', async () => {
      const content = someBytes(mib)
      const id = await unnoticed(content)
      expect(await offsetOf(id)).toBe(String(content.length))
      expect(await keptAs(app, id)).toBe(sha256Of(content))
    })

    it('are stored when the client confirms them, however often', async () => {
      const content = someBytes(mib)
      const id = await unnoticed(content)
      const received = () => visitor.call('POST /global/upload/{uploadId}/received', { params: { uploadId: id } })
      for (let times = 0; times < 2; times++) {
        const answer = await received()
        expect(answer.status).toBe(200)
        expect(answer.data.state).not.toBe('uploading')
      }

      expect(await keptAs(app, id)).toBe(sha256Of(content))

      const early = await open(content)
      const answer = await visitor.call('POST /global/upload/{uploadId}/received', { params: { uploadId: early } })

      expect(answer).toMatchObject({ status: 422, error: { code: 'UPLOAD_INCOMPLETE' } })
    })
  })
})
