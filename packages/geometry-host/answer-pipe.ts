import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'
import { framed, lengthBytes } from './frames.ts'

/**
 * File descriptor of the pipe for answers. Node's own IPC channel throws an uncatchable error in
 * the parent if a child writes invalid data to it.
 */
export const answerPipe = 3

/** Far more than any valid answer, because viewer meshes have a triangle budget. */
const maxAnswerBytes = 1 << 28

/** Writes an answer synchronously: the parent gets progress even if the process never idles. */
export function sendAnswer(answer: unknown): void {
  const frame = framed(serialize(answer))
  for (let at = 0; at < frame.length; ) at += writeSync(answerPipe, frame, at)
}

/** Calls `received` for each complete answer. On invalid bytes, calls `broken` once and stops. */
export function receiveAnswers(pipe: Readable, received: (answer: unknown) => void, broken: () => void): void {
  let parts: Buffer[] = []
  let held = 0

  const complete = (): Buffer | undefined => {
    if (held < lengthBytes) return undefined

    // Joined only when the frame is complete, so that each piece is copied once.
    if ((parts[0]?.length ?? 0) < lengthBytes) parts = [Buffer.concat(parts)]

    const length = parts[0]?.readUInt32LE() ?? 0
    if (length > maxAnswerBytes) throw new RangeError('The answer is too long.')
    if (held < lengthBytes + length) return undefined

    const all = Buffer.concat(parts)
    const rest = all.subarray(lengthBytes + length)
    parts = rest.length > 0 ? [rest] : []
    held = rest.length

    return all.subarray(lengthBytes, lengthBytes + length)
  }

  const decoded = (): { answer: unknown } | undefined => {
    try {
      const frame = complete()
      return frame && { answer: deserialize(frame) }
    } catch {
      // The rest is read and dropped, so that the process does not block on a full pipe.
      pipe.off('data', take)
      pipe.resume()
      broken()
      return undefined
    }
  }
  const take = (chunk: Buffer): void => {
    parts.push(chunk)
    held += chunk.length
    for (let next = decoded(); next; next = decoded()) received(next.answer)
  }
  pipe.on('data', take)
}
