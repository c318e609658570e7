import { f64, u8 } from '../math/typed-access.ts'
import { refuse } from '../model/verdict.ts'
import { step } from '../model/watch.ts'
import { maxDecimalBytes, readFloat32 } from './decimal.ts'
import { PlainText } from './plain-text.ts'
import { SolidList } from './solid-list.ts'
import { maxTriangles, type StlReader, type StlSource, type StlSummary } from './stl-reader.ts'

const bytesPerStep = 262_144

/** A file without blanks must not be buffered as a whole. */
const maxTokenBytes = maxDecimalBytes
const lineFeed = 10
const carriageReturn = 13
const blank = 32

const letters = (word: string): Uint8Array => new TextEncoder().encode(word)

const keyword = {
  solid: letters('solid'),
  facet: letters('facet'),
  outer: letters('outer'),
  loop: letters('loop'),
  vertex: letters('vertex'),
  endloop: letters('endloop'),
  endfacet: letters('endfacet'),
  endsolid: letters('endsolid'),
}

const insideFacet = [keyword.outer, keyword.loop, keyword.vertex, keyword.endloop, keyword.endfacet]

/** Whether `word` starts with `bytes[start..end)`, ignoring case: bit 5 lowers letters only. */
function begins(word: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > word.length) return false
  for (let i = 0; start + i < end; i++) if ((u8(bytes, start + i) | 0x20) !== word[i]) return false
  return true
}

const is = (word: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === word.length && begins(word, bytes, start, end)

/** Words that cannot be between `facet` and its loop; anything else there is the normal. */
const isOutsideNormal = (bytes: Uint8Array, start: number, end: number): boolean =>
  is(keyword.endloop, bytes, start, end) ||
  is(keyword.endfacet, bytes, start, end) ||
  is(keyword.facet, bytes, start, end) ||
  is(keyword.endsolid, bytes, start, end)

const excerpt = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 40))).replace(/[^ -~]/g, '?')

/** Parser states in the sequence of the grammar; the last two consume the rest of a text line. */
const at = { solid: 0, facet: 1, outer: 2, loop: 3, coordinates: 4, loopEnd: 5, name: 6, ignored: 7 } as const
type At = (typeof at)[keyof typeof at]

/**
 * Reads ASCII STL word by word, so that line ends, indentation and case do not matter. Normals are
 * skipped, because many files have `nan` there. Loops of more than three vertices are refused: only
 * flat convex ones can be split. So are decimal commas: `1,5` may be one number or two.
 */
export class AsciiStlReader implements StlReader {
  readonly #source: StlSource
  readonly #triangleLimit: number
  readonly #text = new PlainText()
  readonly #solids = new SolidList()
  readonly #corners = new Float64Array(9)
  #cornerValues = 0
  /** A word that is split between two chunks. */
  readonly #cut = new Uint8Array(maxTokenBytes)
  #cutBytes = 0
  #at: At = at.solid
  #inSolid = false
  #line = 1
  #lastByte = 0
  #atEnd = false
  #bytes = 0
  #triangles = 0
  #ignoredLines = 0

  constructor(source: StlSource) {
    this.#source = source
    this.#triangleLimit = source.triangleLimit ?? maxTriangles
  }

  push(chunk: Uint8Array): void {
    const { watch, totalBytes } = this.#source
    for (let start = 0; start < chunk.length; start += bytesPerStep) {
      const piece = chunk.subarray(start, start + bytesPerStep)
      this.#consume(this.#text.next(piece))
      this.#bytes += piece.length
      step(watch, 'reading', totalBytes ? Math.min(1, this.#bytes / totalBytes) : 0)
    }
  }

  finish(): StlSummary {
    const { totalBytes } = this.#source
    if (this.#bytes === 0) refuse('empty-file')
    this.#consume(this.#text.next(new Uint8Array(0), true))
    this.#atEnd = true
    this.#takeCut()
    if (this.#at === at.name) this.#endName()

    const facetOpen = this.#at !== at.solid && this.#at !== at.ignored
    const nothingInSolid = this.#inSolid && this.#triangles === 0
    if (facetOpen || nothingInSolid || (totalBytes !== undefined && this.#bytes < totalBytes)) this.#truncated()
    if (this.#triangles === 0) refuse('no-triangles', { line: this.#line })

    return {
      format: 'stl-ascii',
      triangles: this.#triangles,
      bytes: this.#bytes,
      solidCount: this.#solids.count,
      solidNames: this.#solids.names,
      solidFirstTriangles: this.#solids.firstTriangles,
      trailingBytes: 0,
      countMismatch: undefined,
      ignoredLines: this.#ignoredLines,
      endMissing: this.#inSolid,
    }
  }

  #consume(bytes: Uint8Array): void {
    const end = bytes.length
    if (end === 0) return

    let i = this.#cutBytes > 0 ? this.#completeCut(bytes) : 0
    while (i < end) {
      if (this.#at >= at.name) {
        i = this.#restOfLine(bytes, i)
        continue
      }

      const byte = u8(bytes, i)
      if (byte <= blank) {
        if (byte === lineFeed || byte === carriageReturn) this.#countLine(bytes, i)
        i++
        continue
      }

      const start = i
      if (this.#at === at.coordinates) i = readFloat32(bytes, start, end, this.#corners, this.#cornerValues)
      while (i < end && u8(bytes, i) > blank) i++
      if (i === end || i - start > maxTokenBytes) this.#keepCut(bytes, start, i)
      else this.#take(bytes, start, i)
    }

    this.#lastByte = u8(bytes, end - 1)
  }

  #completeCut(bytes: Uint8Array): number {
    let end = 0
    while (end < bytes.length && u8(bytes, end) > blank) end++
    this.#keepCut(bytes, 0, end)
    if (end < bytes.length) this.#takeCut()
    return end
  }

  #keepCut(bytes: Uint8Array, start: number, end: number): void {
    const kept = Math.min(end - start, maxTokenBytes - this.#cutBytes)
    this.#cut.set(bytes.subarray(start, start + kept), this.#cutBytes)
    this.#cutBytes += kept
    if (kept === end - start) return
    // Between facets a long word only starts a line that is skipped.
    if (this.#at === at.solid) this.#takeCut()
    else this.#malformed(this.#cut, 0, maxTokenBytes)
  }

  #takeCut(): void {
    const end = this.#cutBytes
    if (end === 0) return
    this.#cutBytes = 0
    if (this.#at === at.coordinates) readFloat32(this.#cut, 0, end, this.#corners, this.#cornerValues)
    this.#take(this.#cut, 0, end)
  }

  /** CR, LF and CR LF each end one line. */
  #countLine(bytes: Uint8Array, i: number): void {
    const before = i > 0 ? bytes[i - 1] : this.#lastByte
    if (bytes[i] === carriageReturn || before !== carriageReturn) this.#line++
  }

  #restOfLine(bytes: Uint8Array, start: number): number {
    let end = start
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++
    if (this.#at === at.name) {
      this.#solids.addNamePiece(bytes, start, end)
      if (end < bytes.length) this.#endName()
    } else if (end < bytes.length) this.#at = at.solid
    return end
  }

  #endName(): void {
    this.#solids.begin(this.#triangles)
    this.#at = at.solid
  }

  #take(bytes: Uint8Array, start: number, end: number): void {
    switch (this.#at) {
      case at.coordinates:
        this.#takeCoordinate(bytes, start, end)
        break
      case at.facet:
        if (is(keyword.outer, bytes, start, end)) this.#at = at.outer
        else if (is(keyword.vertex, bytes, start, end)) this.#at = at.coordinates
        else if (isOutsideNormal(bytes, start, end)) this.#malformed(bytes, start, end)
        break
      case at.outer:
        if (is(keyword.loop, bytes, start, end)) this.#at = at.loop
        else this.#malformed(bytes, start, end)
        break
      case at.loop:
        this.#takeLoopWord(bytes, start, end)
        break
      case at.loopEnd:
        if (is(keyword.endfacet, bytes, start, end)) this.#at = at.solid
        else this.#malformed(bytes, start, end)
        break
      default:
        this.#takeSolidWord(bytes, start, end)
    }
  }

  /** Accepts the coordinate that was just read from `bytes[start..end)`. */
  #takeCoordinate(bytes: Uint8Array, start: number, end: number): void {
    const value = f64(this.#corners, this.#cornerValues)
    if (value - value !== 0) this.#refuseNumber(value, bytes, start, end)
    this.#cornerValues++
    if (this.#cornerValues % 3 === 0) this.#at = at.loop
  }

  #refuseNumber(value: number, bytes: Uint8Array, start: number, end: number): never {
    const found = excerpt(bytes, start, end)
    const isNumber = !Number.isNaN(value) || /^[+-]?(?:nan|inf)|#/i.test(found)
    if (isNumber && !this.#atEnd) refuse('not-finite', { line: this.#line }, { found })
    return this.#malformed(bytes, start, end)
  }

  #takeLoopWord(bytes: Uint8Array, start: number, end: number): void {
    const whole = this.#cornerValues === 9
    if (!whole && is(keyword.vertex, bytes, start, end)) this.#at = at.coordinates
    else if (whole && is(keyword.endloop, bytes, start, end)) this.#addTriangle(at.loopEnd)
    else if (whole && is(keyword.endfacet, bytes, start, end)) this.#addTriangle(at.solid)
    else this.#malformed(bytes, start, end)
  }

  #addTriangle(next: At): void {
    if (this.#triangles >= this.#triangleLimit) {
      refuse('too-many-triangles', { line: this.#line }, { limit: this.#triangleLimit })
    }

    const c = this.#corners
    this.#source.builder.addTriangle(
      f64(c, 0),
      f64(c, 1),
      f64(c, 2),
      f64(c, 3),
      f64(c, 4),
      f64(c, 5),
      f64(c, 6),
      f64(c, 7),
      f64(c, 8),
    )
    this.#triangles++
    this.#cornerValues = 0
    this.#at = next
  }

  #takeSolidWord(bytes: Uint8Array, start: number, end: number): void {
    if (is(keyword.facet, bytes, start, end)) {
      if (!this.#inSolid) this.#beginUnnamed()
      this.#at = at.facet
    } else if (is(keyword.solid, bytes, start, end)) {
      this.#inSolid = true
      this.#at = at.name
    } else if (is(keyword.endsolid, bytes, start, end)) {
      this.#inSolid = false
      this.#at = at.ignored
    } else this.#ignoreLine(bytes, start, end)
  }

  /** Facets before any `solid` line, or after an `endsolid`. */
  #beginUnnamed(): void {
    this.#inSolid = true
    this.#solids.begin(this.#triangles)
  }

  /** Skips comments, `color` lines etc. Facet words outside a facet mean its start is lost. */
  #ignoreLine(bytes: Uint8Array, start: number, end: number): void {
    const displaced = insideFacet.some((word) => is(word, bytes, start, end))
    const facetCutOff = this.#atEnd && this.#inSolid && begins(keyword.facet, bytes, start, end)
    if (displaced || facetCutOff) this.#malformed(bytes, start, end)
    this.#ignoredLines++
    this.#at = at.ignored
  }

  /** At the end of the file a wrong word means that the file is truncated. */
  #malformed(bytes: Uint8Array, start: number, end: number): never {
    if (this.#atEnd) this.#truncated()
    return refuse('malformed-stl', { line: this.#line }, { found: excerpt(bytes, start, end) })
  }

  #truncated(): never {
    return refuse('truncated', { line: this.#line }, { triangles: this.#triangles })
  }
}
