import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'
import { framed, lengthBytes } from './frames.ts'

/**
 * Answers of a limited process, over a pipe of our own. Node's message channel throws inside the parent, beyond any catch,
 * when a child writes rubbish to it; here rubbish is an event like any other.
 */
export const answerPipe = 3

/** Viewer meshes have a triangle budget, so that no honest answer comes near. */
const longestAnswer = 1 << 28

/** Writes an answer in full before it returns: the parent hears of progress even while the process never idles. */
export function sendAnswer(answer: unknown): void {
  const frame = framed(serialize(answer))
  for (let at = 0; at < frame.length; ) at += writeSync(answerPipe, frame, at)
}

/** Hands on each answer as it is complete; `broken` is called once, and nothing after it, when the bytes make no sense. */
export function hearAnswers(pipe: Readable, heard: (answer: unknown) => void, broken: () => void): void {
  let parts: Buffer[] = []
  let held = 0

  const complete = (): Buffer | undefined => {
    if (held < lengthBytes) return undefined

    // Joined only when the frame is there: an answer of many pieces is copied once, not once per piece.
    if ((parts[0]?.length ?? 0) < lengthBytes) parts = [Buffer.concat(parts)]

    const length = parts[0]?.readUInt32LE() ?? 0
    if (length > longestAnswer) throw new RangeError('The answer is too long.')
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
      // What still comes is read and dropped, so that the process does not hang in a full pipe.
      pipe.off('data', take)
      pipe.resume()
      broken()
      return undefined
    }
  }
  const take = (chunk: Buffer): void => {
    parts.push(chunk)
    held += chunk.length
    for (let next = decoded(); next; next = decoded()) heard(next.answer)
  }
  pipe.on('data', take)
}
