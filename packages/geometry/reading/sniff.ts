import { textEncodingOf } from './plain-text.ts'
import { type SignedKind, signedKind } from './signatures.ts'
import { maxTriangles } from './stl-reader.ts'
import { beginningKind, type TextKind, textKind } from './text-kind.ts'

/** A readable format, or the refusal code for any other file. */
export type FileKind = 'stl-binary' | TextKind | SignedKind

/** Number of bytes that `sniff` needs. */
export const sniffBytes = 4096
const headerBytes = 84
const recordBytes = 50

/** Control characters that do not occur in text; form feed and Ctrl-Z, the old end mark, do. */
const notText = /[\x00-\x08\x0e-\x19\x1c-\x1f\x7f]/

function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return text.slice(0, end)
}

const statedTriangles = (head: Uint8Array): number =>
  new DataView(head.buffer, head.byteOffset, head.length).getUint32(80, true)

/** Only STL has its length in triangles at byte 80: this outweighs a header beginning `solid`. */
const statesItsLength = (head: Uint8Array, totalBytes: number | undefined): boolean =>
  head.length >= headerBytes && totalBytes === headerBytes + recordBytes * statedTriangles(head)

/** A plausible coordinate or normal component. Other data soon gives floats of absurd size. */
const isPlausible = (value: number): boolean => value === 0 || (Math.abs(value) > 1e-20 && Math.abs(value) < 1e9)

/** About half of the bytes of floats are not printable. Text can also form plausible floats. */
const isMostlyText = (bytes: Uint8Array): boolean =>
  bytes.reduce((count, byte) => (byte < 0x20 || byte > 0x7e ? count + 1 : count), 0) < bytes.length / 5

/** For files of wrong or unknown length: 9 in 10 records have 12 plausible floats, not all zero. */
function looksLikeRecords(head: Uint8Array): boolean {
  const records = Math.floor((head.length - headerBytes) / recordBytes)
  if (records < 1 || isMostlyText(head.subarray(headerBytes))) return false

  const view = new DataView(head.buffer, head.byteOffset, head.length)
  let plausibleRecords = 0
  for (let record = 0; record < records; record++) {
    let plausible = true
    let anything = false
    for (let i = 0; i < 12; i++) {
      const value = view.getFloat32(headerBytes + recordBytes * record + 4 * i, true)
      plausible &&= isPlausible(value)
      anything ||= value !== 0
    }

    if (plausible && anything) plausibleRecords++
  }

  return plausibleRecords >= 0.9 * records
}

/** A file that ends within its first triangle: a header of text and zeros, a plausible count. */
function looksLikeHeader(head: Uint8Array, text: string): boolean {
  if (head.length < headerBytes || head.length >= headerBytes + recordBytes) return false
  const triangles = statedTriangles(head)
  return !notText.test(withoutPadding(text.slice(0, 80))) && triangles > 0 && triangles <= maxTriangles
}

function utf16Kind(head: Uint8Array, whole: boolean): FileKind | undefined {
  const encoding = textEncodingOf(head[0], head[1])
  if (encoding === 'bytes') return undefined

  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length & ~1))
  if (notText.test(text)) return undefined

  const kind = textKind(text, whole)
  // The STL reader decodes UTF-16, the STEP kernel does not.
  return kind === 'step' ? 'other-text' : kind
}

/**
 * Recognises a file format from the first 4096 bytes, or all bytes of a shorter file. A binary STL
 * whose length does not match its count is still a binary STL: its reader reports what is missing.
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
