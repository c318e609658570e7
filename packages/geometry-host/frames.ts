import type { Readable, Writable } from 'node:stream'

/**
 * Files are sent as frames: a length in four bytes, then the content. The first frame of a file is
 * its header (the job), the others are its content, and a frame of length 0 ends it.
 */
export const lengthBytes = 4
const end = Buffer.alloc(lengthBytes)

/** A source may deliver a whole file in one chunk; smaller frames let the sender stop within it. */
const maxFrameBytes = 1 << 20

export function framed(bytes: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(lengthBytes + bytes.length)
  frame.writeUInt32LE(bytes.length)
  frame.set(bytes, lengthBytes)
  return frame
}

/** The source of the file failed. The pipe still works, but the file on it is incomplete. */
export class SourceFailed extends Error {}

const write = (pipe: Writable, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    pipe.write(chunk, (error) => (error ? reject(error) : resolve()))
  })

/** The next chunk of the source; undefined at its end or after `stop`. */
async function nextOf(source: AsyncIterator<Uint8Array>, stop: Promise<void>): Promise<Uint8Array | undefined> {
  try {
    const next = await Promise.race([source.next(), stop])
    return next && !next.done ? next.value : undefined
  } catch (cause) {
    throw new SourceFailed('The source of the file failed.', { cause })
  }
}

/**
 * Sends a header and a file. Waits for the pipe, so that a slow reader never makes the sender
 * buffer the file. When `stop` resolves, the file ends there: a file that is refused early is not
 * read to its end. The source is always closed.
 */
export async function sendFile(
  pipe: Writable,
  header: Uint8Array,
  file: AsyncIterable<Uint8Array>,
  stop: Promise<void>,
): Promise<void> {
  let stopped = false
  void stop.then(() => {
    stopped = true
  })

  const source = file[Symbol.asyncIterator]()
  try {
    await write(pipe, framed(header))
    for (let chunk = await nextOf(source, stop); chunk && !stopped; chunk = await nextOf(source, stop)) {
      for (let at = 0; at < chunk.length && !stopped; at += maxFrameBytes) {
        await write(pipe, framed(chunk.subarray(at, at + maxFrameBytes)))
      }
    }
    await write(pipe, end)
  } finally {
    // Not awaited: a source that hangs in its last read would never return.
    void source.return?.().catch(() => {})
  }
}

export interface ReceivedFile {
  header: Uint8Array
  content: AsyncIterable<Uint8Array>
}

/** Yields the files that arrive on the pipe; skips unread content before the next file. */
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

  const take = (maxBytes: number): Buffer => {
    const piece = held.subarray(0, maxBytes)
    held = held.subarray(piece.length)
    return piece
  }

  const frameLength = async (): Promise<number | undefined> => {
    while (held.length < lengthBytes) if (!(await fill())) return undefined
    return take(lengthBytes).readUInt32LE()
  }

  /** The next piece of the current file. The position is kept here: a reader may stop anywhere. */
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

    const header = take(length)
    ended = false
    yield { header, content: content() }
    while (!ended) if (!(await nextPiece())) break
  }
}
