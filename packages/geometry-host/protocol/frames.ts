import type { Readable, Writable } from 'node:stream'

/**
 * Files over one pipe, as frames: a length in four bytes, then as many bytes. The first frame of a file says what is asked,
 * the others are its content, and a frame of length 0 ends it.
 */
export const lengthBytes = 4
const end = Buffer.alloc(lengthBytes)

/** A source may deliver a whole file in one chunk; in pieces, the sender can still stop in the middle of it. */
const longestFrame = 1 << 20

/** A frame around the bytes. */
export function framed(bytes: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(lengthBytes + bytes.length)
  frame.writeUInt32LE(bytes.length)
  frame.set(bytes, lengthBytes)
  return frame
}

/** The source of a file's bytes failed; the pipe is well, but the file on it has no end. */
export class SourceFailed extends Error {}

const written = (pipe: Writable, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    pipe.write(chunk, (error) => (error ? reject(error) : resolve()))
  })

/** What the source gives next, or nothing once the receiver wants no more. */
async function nextOf(source: AsyncIterator<Uint8Array>, stop: Promise<void>): Promise<Uint8Array | undefined> {
  try {
    const next = await Promise.race([source.next(), stop])
    return next && !next.done ? next.value : undefined
  } catch (cause) {
    throw new SourceFailed('The source of the file failed.', { cause })
  }
}

/**
 * Sends one file with a word ahead of it; waits for the pipe, so that a slow reader never makes the sender hold the file. When
 * `stop` resolves, the file ends where it is: a file refused by its first bytes is not read to its last. The source is closed
 * in every case.
 */
export async function sendFile(
  pipe: Writable,
  word: Uint8Array,
  file: AsyncIterable<Uint8Array>,
  stop: Promise<void>,
): Promise<void> {
  let stopped = false
  void stop.then(() => {
    stopped = true
  })

  const source = file[Symbol.asyncIterator]()
  try {
    await written(pipe, framed(word))
    for (let chunk = await nextOf(source, stop); chunk && !stopped; chunk = await nextOf(source, stop)) {
      for (let at = 0; at < chunk.length && !stopped; at += longestFrame) {
        await written(pipe, framed(chunk.subarray(at, at + longestFrame)))
      }
    }
    await written(pipe, end)
  } finally {
    // Not awaited: a source that hangs in its last read would never come back.
    void source.return?.().catch(() => {})
  }
}

export interface ReceivedFile {
  word: Uint8Array
  content: AsyncIterable<Uint8Array>
}

/** The files that come over the pipe, one after the other. What was left unread of one is skipped ahead of the next. */
export async function* receivedFiles(pipe: Readable): AsyncGenerator<ReceivedFile> {
  const source = pipe[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let held: Buffer = Buffer.alloc(0)
  let leftInFrame = 0
  let ended = true

  const fill = async (): Promise<boolean> => {
    const next = await source.next()
    if (next.done) return false
    held = held.length > 0 ? Buffer.concat([held, next.value]) : next.value
    return true
  }
  const take = (most: number): Buffer => {
    const piece = held.subarray(0, most)
    held = held.subarray(piece.length)
    return piece
  }
  const frameLength = async (): Promise<number | undefined> => {
    while (held.length < lengthBytes) if (!(await fill())) return undefined
    return take(lengthBytes).readUInt32LE()
  }
  /** The next piece of the current file; its place is kept here, so that a reader may stop anywhere. */
  const nextPiece = async (): Promise<Buffer | undefined> => {
    if (leftInFrame === 0) leftInFrame = (await frameLength()) ?? 0
    ended ||= leftInFrame === 0
    if (ended || (held.length === 0 && !(await fill()))) return undefined
    const piece = take(leftInFrame)
    leftInFrame -= piece.length
    return piece
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let piece = await nextPiece(); piece; piece = await nextPiece()) yield piece
  }

  for (;;) {
    const length = await frameLength()
    if (length === undefined) return
    while (held.length < length) if (!(await fill())) return
    const word = take(length)
    ended = false
    yield { word, content: content() }
    while (!ended) if (!(await nextPiece())) break
  }
}
