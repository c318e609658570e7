import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { box, cylinder, insideOut, merge, moved, sphere, torus, tube } from '@cotation/geometry/solids'
import { latin1 } from './bytes.ts'
import { boxText, cylinderText, nestedText, pairText, splineText } from './step-assembly.ts'

export interface Corpus {
  stl: Uint8Array[]
  step: Uint8Array[]
}

/** Small valid files, one for each kind of content. */
export const madeCorpus = (): Corpus => ({
  stl: [
    colouredBinaryStl(box([10, 20, 30]), 'made'),
    colouredBinaryStl(cylinder(5, 12, 16), 'solid binary all the same'),
    colouredBinaryStl(merge(box([9, 9, 9]), insideOut(box([3, 3, 3], [3, 3, 3]))), 'COLOR=\x80\x80\x80\xff'),
    colouredBinaryStl(tube(6, 4, 9, 12), ''),
    indentedAsciiStl(box([10, 20, 30]), 'made', '\n'),
    indentedAsciiStl(merge(sphere(4, 8), moved(torus(8, 2, 8), [20, 0, 0])), 'two parts', '\r\n'),
  ],
  step: [boxText(), splineText(), cylinderText(), pairText(), nestedText(2)].map(latin1),
})

const partsFolder = join(import.meta.dirname, '../../../../shared/parts')

/** The generated files and, if available, real ones. */
export function wholeCorpus(): Corpus {
  const corpus = madeCorpus()
  if (!existsSync(partsFolder)) return corpus
  for (const name of readdirSync(partsFolder)) {
    const kind = name.toLowerCase().match(/\.(stl|step)$/)?.[1] as keyof Corpus | undefined
    if (kind) corpus[kind].push(readFileSync(join(partsFolder, name)))
  }
  return corpus
}

type TriangleMesh = ReturnType<typeof box>

/** The nine coordinates of each triangle. */
function* triangles({ positions, indices }: TriangleMesh): Generator<number[]> {
  for (let t = 0; t < indices.length; t += 3) {
    yield [0, 1, 2].flatMap((corner) => {
      const at = 3 * (indices[t + corner] as number)
      return [...positions.subarray(at, at + 3)]
    })
  }
}

/** Like exporters that write colours into the two attribute bytes. */
export function colouredBinaryStl(mesh: TriangleMesh, header: string): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * mesh.indices.length) / 3)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(header).subarray(0, 80))
  view.setUint32(80, mesh.indices.length / 3, true)

  let at = 84
  for (const corners of triangles(mesh)) {
    corners.forEach((value, i) => {
      view.setFloat32(at + 12 + 4 * i, value, true)
    })
    view.setUint16(at + 48, 0x8000 | (at & 0x7fff), true)
    at += 50
  }

  return bytes
}

/** Indented and with exponents, like many exporters. */
function indentedAsciiStl(mesh: TriangleMesh, name: string, lineEnd: string): Uint8Array {
  const lines = [`solid ${name}`]
  for (const corners of triangles(mesh)) {
    const c = corners.map((value) => value.toExponential(6))
    lines.push('  facet normal 0.0e+00 0.0e+00 1.0e+00', '    outer loop')
    for (let i = 0; i < 9; i += 3) lines.push(`      vertex ${c[i]} ${c[i + 1]} ${c[i + 2]}`)
    lines.push('    endloop', '  endfacet')
  }

  lines.push(`endsolid ${name}`, '')
  return new TextEncoder().encode(lines.join(lineEnd))
}
