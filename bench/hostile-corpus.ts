import { binaryStl, merge, moved, sphere, torus } from '../packages/geometry/solids.ts'
import { mutantOf } from '../packages/geometry-host/fuzz/campaign.ts'
import { wholeCorpus } from '../packages/geometry-host/fuzz/corpus.ts'
import { nestedText, pointsText } from '../packages/geometry-host/fuzz/step-assembly.ts'

const text = (content: string) => new TextEncoder().encode(content)

/** 25 different bodies, so that each is analysed separately. */
const manyBodies = (seed: number) =>
  merge(...Array.from({ length: 25 }, (_, i) => moved(sphere(2 + (i + seed) / 40, 20), [10 * i, 0, 0])))

/** Expensive files: a fine mesh, many bodies, nested assemblies, many points. The seed varies the content. */
const greedy: readonly ((seed: number) => Uint8Array)[] = [
  (seed) => binaryStl(torus(60, 20, 240), `fine ${seed}`),
  (seed) => binaryStl(manyBodies(seed), `many ${seed}`),
  (seed) => text(nestedText(3).replace('ISO-10303-21;', `ISO-10303-21;/*${seed}*/`)),
  (seed) => text(pointsText(20_000 + seed)),
]

/** Of five files, three are mutants of the fuzzer and two are valid but expensive. */
export function hostileFiles(count: number): { name: string; bytes: Uint8Array }[] {
  const corpus = wholeCorpus()
  return Array.from({ length: count }, (_, i) => {
    const kind = i % 2 ? 'stl' : 'step'
    const make = i % 5 < 3 ? undefined : greedy[Math.floor(i / 5) % greedy.length]
    const bytes = make ? make(i) : mutantOf(corpus, kind, 20_261, i)
    return { name: `hostile-${i}.${kind}`, bytes: bytes.length > 0 ? bytes : text(`empty ${i}`) }
  })
}
