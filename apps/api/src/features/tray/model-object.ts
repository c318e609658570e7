import { type DisplayMesh, decodeMesh } from '@cotation/geometry'

export interface ModelObjectInput {
  /** A display mesh as it is stored. */
  mesh: Uint8Array
  /** The attributes and metadata of the object, as XML up to its mesh. */
  head: string
}

export interface ModelObject {
  /** The `object` element, UTF-8. */
  xml: Uint8Array
  /** Sides of its box, in mm. The object begins at the origin. */
  sizeMm: [number, number, number]
}

const encoder = new TextEncoder()

/** Texts of this many vertices or triangles are encoded at once. */
const rowsAtOnce = 8192

/** A number in mm as XML has it, accurate to 0.1 µm. */
const decimal = (mm: number): string => String(Math.round(mm * 1e4) / 1e4)

/** Writes an object of a 3MF model (core specification 1.4, chapter 4). Runs in a thread. */
export function writeModelObject({ mesh: bytes, head }: ModelObjectInput): ModelObject {
  const mesh = decodeMesh(bytes)
  if (!mesh) throw new Error('The mesh of a part is damaged.')

  const { vertices, triangles } = weldedMesh(mesh)
  const { low, sizeMm } = boxOf(vertices)
  const chunks: Uint8Array[] = [encoder.encode(`${head}<mesh><vertices>`)]
  writeRows(chunks, vertices, (row) => {
    const [x = 0, y = 0, z = 0] = row.map((mm, axis) => mm - (low[axis] ?? 0))
    return `<vertex x="${decimal(x)}" y="${decimal(y)}" z="${decimal(z)}"/>`
  })
  chunks.push(encoder.encode('</vertices><triangles>'))
  writeRows(chunks, triangles, ([v1, v2, v3]) => `<triangle v1="${v1}" v2="${v2}" v3="${v3}"/>`)
  chunks.push(encoder.encode('</triangles></mesh></object>\n'))

  return { xml: new Uint8Array(Buffer.concat(chunks)), sizeMm }
}

function writeRows(chunks: Uint8Array[], numbers: readonly number[], write: (row: number[]) => string): void {
  for (let from = 0; from < numbers.length; from += 3 * rowsAtOnce) {
    const upTo = Math.min(from + 3 * rowsAtOnce, numbers.length)
    let text = ''
    for (let at = from; at < upTo; at += 3) text += write(numbers.slice(at, at + 3))
    chunks.push(encoder.encode(text))
  }
}

interface WeldedMesh {
  /** Three coordinates each. */
  vertices: number[]
  /** Three vertices each. */
  triangles: number[]
}

/**
 * The mesh with one vertex for each point. A display mesh repeats the points of sharp edges, for their
 * normals; slicers take such edges for cracks.
 */
function weldedMesh({ positions, indices }: DisplayMesh): WeldedMesh {
  const known = new Map<string, number>()
  const vertices: number[] = []
  const welded = new Uint32Array(positions.length / 3)
  for (let index = 0; index < welded.length; index++) {
    const point = positions.subarray(3 * index, 3 * index + 3)
    const key = point.join(' ')
    const vertex = known.get(key) ?? known.size
    welded[index] = vertex
    if (vertex < known.size) continue

    known.set(key, vertex)
    vertices.push(...point)
  }

  const triangles: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const [v1 = 0, v2 = 0, v3 = 0] = indices.subarray(at, at + 3)
    const [a = 0, b = 0, c = 0] = [welded[v1], welded[v2], welded[v3]]
    if (a !== b && b !== c && a !== c) triangles.push(a, b, c)
  }
  return { vertices, triangles }
}

function boxOf(vertices: readonly number[]): { low: [number, number, number]; sizeMm: [number, number, number] } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  vertices.forEach((mm, index) => {
    const axis = (index % 3) as 0 | 1 | 2
    low[axis] = Math.min(low[axis], mm)
    high[axis] = Math.max(high[axis], mm)
  })
  return { low, sizeMm: [high[0] - low[0], high[1] - low[1], high[2] - low[2]] }
}
