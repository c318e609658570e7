import { f32, num, u8, u32 } from '../math/typed-access.ts'
import type { DisplayMesh } from '../model/facts.ts'
import { ByteReader, ByteWriter } from './variable-length.ts'

/**
 * A compact format for storing and sending display meshes. Positions are multiples of 1/65,535 of
 * the box, normals are accurate to 0.2°. Everything is written as the difference from the previous
 * value, which is small because vertices are sorted by first use.
 *
 * Layout: `CMSH`, version, checksum of the rest, counts, box (low, size: 6 × float64), then numbers
 * of variable length.
 */
const magic = 0x48534d43
const version = 1
const checkedFrom = 12
const headBytes = checkedFrom + 3 * 4 + 6 * 8
const positionSteps = 65_535
const axes = [0, 1, 2] as const

/** A vertex takes five numbers, a triangle and a group three, each of at least one byte. */
const minBytes = (vertices: number, triangles: number, groups: number) => 5 * vertices + 3 * triangles + 3 * groups

/** FNV-1a detects every change of a single byte. */
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (let i = checkedFrom; i < bytes.length; i++) sum = Math.imul(sum ^ u8(bytes, i), 0x01000193)
  return sum >>> 0
}

function boxOf(positions: Float32Array): { low: number[]; size: number[] } {
  if (positions.length === 0) return { low: [0, 0, 0], size: [0, 0, 0] }

  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i++) {
    const value = f32(positions, i)
    const axis = i % 3
    if (value < num(low, axis)) low[axis] = value
    if (value > num(high, axis)) high[axis] = value
  }

  return { low, size: axes.map((axis) => num(high, axis) - num(low, axis)) }
}

/** The bytes of a display mesh in the format described above. */
export function encodeMesh({ positions, normals, indices, groups }: DisplayMesh): Uint8Array {
  const counts = [positions.length / 3, indices.length / 3, groups.length / 3]
  const { low, size } = boxOf(positions)
  const out = new ByteWriter(headBytes + positions.length * 4 + indices.length * 2)

  const head = new DataView(new ArrayBuffer(headBytes))
  head.setUint32(0, magic, true)
  head.setUint32(4, version, true)
  for (const [i, count] of counts.entries()) head.setUint32(checkedFrom + 4 * i, count, true)
  for (const [i, value] of [...low, ...size].entries()) head.setFloat64(checkedFrom + 12 + 8 * i, value, true)
  out.bytes(new Uint8Array(head.buffer))

  writePositions(out, positions, low, size)
  writeNormals(out, normals)
  writeIndices(out, indices)
  writeGroups(out, groups)

  const written = out.written()
  new DataView(written.buffer, written.byteOffset).setUint32(8, checksum(written), true)

  return written
}

function writePositions(out: ByteWriter, positions: Float32Array, low: number[], size: number[]): void {
  const scale = size.map((side) => (side > 0 ? positionSteps / side : 0))
  const before = [0, 0, 0]
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3
    const step = Math.round((f32(positions, i) - num(low, axis)) * num(scale, axis))
    out.signed(step - num(before, axis))
    before[axis] = step
  }
}

function writeNormals(out: ByteWriter, normals: Float32Array): void {
  let u = 0
  let v = 0
  for (let i = 0; i < normals.length; i += 3) {
    const [nextU, nextV] = octahedral(f32(normals, i), f32(normals, i + 1), f32(normals, i + 2))
    out.signed(nextU - u)
    out.signed(nextV - v)
    u = nextU
    v = nextV
  }
}

function writeIndices(out: ByteWriter, indices: Uint32Array): void {
  let next = 0
  for (let i = 0; i < indices.length; i++) {
    const vertex = u32(indices, i)
    out.signed(next - vertex)
    if (vertex >= next) next = vertex + 1
  }
}

function writeGroups(out: ByteWriter, groups: Uint32Array): void {
  let face = 0
  let first = 0
  for (let i = 0; i < groups.length; i += 3) {
    const thisFace = u32(groups, i)
    const thisFirst = u32(groups, i + 1)
    const count = u32(groups, i + 2)

    out.signed(thisFace - face)
    out.signed(thisFirst - first)
    out.signed(count)
    face = thisFace
    first = thisFirst + count
  }
}

/** Undefined unless the bytes are exactly what `encodeMesh` wrote. */
export function decodeMesh(bytes: Uint8Array): DisplayMesh | undefined {
  if (bytes.length < headBytes) return undefined

  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (head.getUint32(0, true) !== magic || head.getUint32(4, true) !== version) return undefined

  const [vertices, triangles, groupCount] = axes.map((i) => head.getUint32(checkedFrom + 4 * i, true)) as [
    number,
    number,
    number,
  ]

  // Checked before allocating: the counts may be wrong.
  if (minBytes(vertices, triangles, groupCount) > bytes.length - headBytes) return undefined
  if (head.getUint32(8, true) !== checksum(bytes)) return undefined

  const box = Array.from({ length: 6 }, (_, i) => head.getFloat64(checkedFrom + 12 + 8 * i, true))
  if (!box.every(Number.isFinite)) return undefined

  const from = new ByteReader(bytes, headBytes)
  const mesh = {
    positions: readPositions(from, vertices, box),
    normals: readNormals(from, vertices),
    indices: readIndices(from, triangles, vertices),
    groups: readGroups(from, groupCount, 3 * triangles),
  }

  return from.isValid() && from.isAtEnd() ? mesh : undefined
}

function readPositions(from: ByteReader, vertices: number, box: number[]): Float32Array {
  const positions = new Float32Array(3 * vertices)
  const step = [0, 0, 0]
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3
    const at = num(step, axis) + from.signed()
    step[axis] = from.within(at, positionSteps)
    positions[i] = num(box, axis) + (num(box, axis + 3) * at) / positionSteps
  }

  return positions
}

function readNormals(from: ByteReader, vertices: number): Float32Array {
  const normals = new Float32Array(3 * vertices)
  let u = 0
  let v = 0
  for (let i = 0; i < normals.length; i += 3) {
    u = from.within(u + from.signed(), directionSteps)
    v = from.within(v + from.signed(), directionSteps)
    directionFrom(u, v, normals, i)
  }

  return normals
}

function readIndices(from: ByteReader, triangles: number, vertices: number): Uint32Array {
  const indices = new Uint32Array(3 * triangles)
  let next = 0
  for (let i = 0; i < indices.length; i++) {
    const vertex = from.within(next - from.signed(), vertices - 1)
    indices[i] = vertex
    if (vertex >= next) next = vertex + 1
  }

  return indices
}

function readGroups(from: ByteReader, groupCount: number, indexCount: number): Uint32Array {
  const groups = new Uint32Array(3 * groupCount)
  let face = 0
  let first = 0
  for (let i = 0; i < groups.length; i += 3) {
    face = from.within(face + from.signed(), 2 ** 32 - 1)
    const thisFirst = from.within(first + from.signed(), indexCount)
    const count = from.within(from.signed(), indexCount - thisFirst)
    groups.set([face, thisFirst, count], i)
    first = thisFirst + count
  }

  return groups
}

/**
 * Directions are stored as points of an octahedron that is unfolded into a square with this many
 * steps per side. The number is even, so that the directions of the axes are exact.
 */
const directionSteps = 1022

const stepOf = (share: number): number => Math.round(((share + 1) / 2) * directionSteps)

/** Maps the lower half of the octahedron to the corners of the square, and back. */
const folded = (share: number, other: number): number => (1 - Math.abs(other)) * (share < 0 ? -1 : 1)

/** The two steps of a direction; a zero vector points up. */
function octahedral(x: number, y: number, z: number): [u: number, v: number] {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  if (!(sum > 0)) return [stepOf(0), stepOf(0)]
  const u = x / sum
  const v = y / sum
  return z >= 0 ? [stepOf(u), stepOf(v)] : [stepOf(folded(u, v)), stepOf(folded(v, u))]
}

/** Writes the unit vector of two steps into `to`, at `at`. */
function directionFrom(uStep: number, vStep: number, to: Float32Array, at: number): void {
  const u = (2 * uStep) / directionSteps - 1
  const v = (2 * vStep) / directionSteps - 1
  const z = 1 - Math.abs(u) - Math.abs(v)
  const [x, y] = z >= 0 ? [u, v] : [folded(u, v), folded(v, u)]
  const length = Math.hypot(x, y, z) || 1

  to[at] = x / length
  to[at + 1] = y / length
  to[at + 2] = z / length
}
