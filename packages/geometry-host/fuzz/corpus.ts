import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { box, cylinder, insideOut, merge, moved, sphere, torus, tube } from '@cotation/geometry/solids'
import { latin1 } from './bytes.ts'
import { boxText, cylinderText, nestedText, pairText, splineText } from './step-assembly.ts'
import { colouredBinaryStl, indentedAsciiStl } from './stl-writer.ts'

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
