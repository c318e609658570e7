import { textWidthOf } from './plain-text.ts'
import { type SignedKind, signedKind } from './signatures.ts'
import { maxTriangles } from './stl-reader.ts'
import { beginningKind, type TextKind, textKind } from './text-kind.ts'

/** A format that is read, or the code by which a file of any other is refused. */
export type FileKind = 'stl-binary' | TextKind | SignedKind

/** How much of a file `sniff` looks at. */
export const sniffBytes = 4096
const headerBytes = 84
const recordBytes = 50

/** Control characters that no text file has; form feed and Ctrl-Z, the old end mark, are let through. */
const notText = /[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]/

function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return text.slice(0, end)
}

const statedTriangles = (head: Uint8Array): number =>
  new DataView(head.buffer, head.byteOffset, head.length).getUint32(80, true)

/** No other format has its own length in triangles at byte 80, so that this outweighs a header that begins with `solid`. */
const statesItsLength = (head: Uint8Array, totalBytes: number | undefined): boolean =>
  head.length >= headerBytes && totalBytes === headerBytes + recordBytes * statedTriangles(head)

/** A coordinate or a part of a normal that a program would write: other data makes floats of absurd size almost at once. */
const isPlausible = (value: number): boolean => value === 0 || (Math.abs(value) > 1e-20 && Math.abs(value) < 1e9)

/** Half the bytes of floats are no letters; text with a stray byte or two would make sensible floats as well. */
const isMostlyText = (bytes: Uint8Array): boolean =>
  bytes.reduce((count, byte) => (byte < 0x20 || byte > 0x7e ? count + 1 : count), 0) < bytes.length / 5

/** For files whose length is off or unknown: nine in ten of the records at hand hold twelve sensible floats, not all zero. */
function looksLikeRecords(head: Uint8Array): boolean {
  const records = Math.floor((head.length - headerBytes) / recordBytes)
  if (records < 1 || isMostlyText(head.subarray(headerBytes))) return false

  const view = new DataView(head.buffer, head.byteOffset, head.length)
  let good = 0
  for (let record = 0; record < records; record++) {
    let plausible = true
    let anything = false
    for (let i = 0; i < 12; i++) {
      const value = view.getFloat32(headerBytes + recordBytes * record + 4 * i, true)
      plausible &&= isPlausible(value)
      anything ||= value !== 0
    }

    if (plausible && anything) good++
  }

  return good >= 0.9 * records
}

/** A file cut off inside its first triangle: a header of text and zeros, then a count that could be one. */
function looksLikeHeader(head: Uint8Array, text: string): boolean {
  if (head.length < headerBytes || head.length >= headerBytes + recordBytes) return false
  const triangles = statedTriangles(head)
  return !notText.test(withoutPadding(text.slice(0, 80))) && triangles > 0 && triangles <= maxTriangles
}

function utf16Kind(head: Uint8Array, whole: boolean): FileKind | undefined {
  const width = textWidthOf(head[0], head[1])
  if (width === 'bytes') return undefined
  const text = new TextDecoder(width).decode(head.subarray(0, head.length & ~1))
  if (notText.test(text)) return undefined
  const kind = textKind(text, whole)
  // The STL reader decodes UTF-16, the STEP kernel does not.
  return kind === 'step' ? 'other-text' : kind
}

/**
 * What a file is, from its first bytes alone: give the first 4096, or all of a shorter file. A binary STL whose length does
 * not fit its count is still one: its reader says what is missing.
 */
export function sniff(start: Uint8Array, totalBytes: number | undefined): FileKind {
  const head = start.subarray(0, sniffBytes)
  const total = totalBytes ?? (start.length < sniffBytes ? start.length : undefined)
  const whole = total !== undefined && total <= head.length

  if (head.length === 0 || total === 0) return 'empty-file'
  if (statesItsLength(head, total)) return 'stl-binary'

  const text = String.fromCharCode(...head)
  const signed = signedKind(text) ?? beginningKind(text) ?? utf16Kind(head, whole)
  if (signed) return signed

  const unpadded = withoutPadding(text)
  if (!notText.test(unpadded) && (unpadded !== '' || whole)) return textKind(unpadded, whole)

  return looksLikeRecords(head) || looksLikeHeader(head, text) ? 'stl-binary' : 'other-binary'
}
