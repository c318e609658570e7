import { PassThrough, Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receivedFiles, SourceFailed, sendFile } from './frames.ts'

const never = new Promise<void>(() => {})
const header = (text: string) => new TextEncoder().encode(text)

async function* chunked(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** The first `minBytes` bytes, or a little more. */
async function read(file: AsyncIterable<Uint8Array>, minBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of file) {
    parts.push(part)
    length += part.length
    if (length >= minBytes) break
  }

  return Buffer.concat(parts)
}

describe('files on a pipe', () => {
  it('arrive unchanged for any chunks, wherever the reader stopped in the previous file', async () => {
    const file = fc.record({
      chunks: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }),
      readBytes: fc.option(fc.nat(400), { nil: Number.POSITIVE_INFINITY }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 4 }), async (files) => {
        const pipe = new PassThrough({ highWaterMark: 64 })
        const sending = (async () => {
          for (const [i, { chunks }] of files.entries())
            await sendFile(pipe, header(`file ${i}`), chunked(chunks), never)
          pipe.end()
        })()

        let at = 0
        for await (const received of receivedFiles(pipe)) {
          const { chunks = [], readBytes } = files[at] ?? {}
          const whole = Buffer.concat(chunks)
          const got = await read(received.content, readBytes)
          expect(String(Buffer.from(received.header))).toBe(`file ${at}`)
          expect(got).toEqual(whole.subarray(0, got.length))
          if (readBytes === Number.POSITIVE_INFINITY) expect(got.length).toBe(whole.length)
          at++
        }

        expect(at).toBe(files.length)

        await sending
      }),
      { numRuns: 100 },
    )
  })

  it('end when the sender is stopped, and their endless source is closed', async () => {
    let closed = false

    async function* endless() {
      try {
        for (;;) yield new Uint8Array(1000)
      } finally {
        closed = true
      }
    }

    const pipe = new PassThrough()
    const stop = Promise.withResolvers<void>()
    const sending = sendFile(pipe, header('endless'), endless(), stop.promise).then(() =>
      sendFile(pipe, header('next'), chunked([header('content')]), never),
    )
    const files = receivedFiles(pipe)
    const first = await files.next()

    await read(first.value?.content ?? chunked([]), 5000)
    stop.resolve()

    const second = await files.next()
    expect(String(Buffer.from(second.value?.header ?? []))).toBe('next')
    expect(String(await read(second.value?.content ?? chunked([])))).toBe('content')

    await sending
    expect(closed).toBe(true)
  })

  it('end when the sender is stopped even if the source hangs', async () => {
    const hanging = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
    await sendFile(new PassThrough(), header('hanging'), hanging, Promise.resolve())
  })

  it('distinguish a failing source from a broken pipe', async () => {
    async function* failing() {
      yield new Uint8Array(3)
      throw new Error('disk')
    }

    await expect(sendFile(new PassThrough(), header('f'), failing(), never)).rejects.toBeInstanceOf(SourceFailed)

    const broken = new PassThrough().destroy()
    broken.on('error', () => {})

    await expect(sendFile(broken, header('f'), chunked([new Uint8Array(3)]), never)).rejects.not.toBeInstanceOf(
      SourceFailed,
    )
  })

  it('are never read more than a chunk ahead of a slow reader', async () => {
    let taken = 0
    let received = 0
    let maxAhead = 0

    async function* source() {
      for (let i = 0; i < 200; i++) {
        taken += 1000
        maxAhead = Math.max(maxAhead, taken - received)
        yield new Uint8Array(1000)
      }
    }

    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Uint8Array, _encoding, done) {
        setImmediate(() => {
          received += chunk.length
          done()
        })
      },
    })
    await sendFile(slow, header('slow'), source(), never)

    expect(taken).toBe(200_000)
    expect(maxAhead).toBeLessThanOrEqual(1000)
  })
})
