import sharp from 'sharp'

/** The fuzzer's files are not exported by their package; only tests use them. */
const fuzz = new URL('../../../../packages/geometry-host/fuzz/', import.meta.url)
const load = async <T>(file: string): Promise<T> => import(new URL(file, fuzz).href) as Promise<T>

interface Corpus {
  stl: Uint8Array[]
  step: Uint8Array[]
}

interface StepTexts {
  /** Two instances of one box, 10 × 20 × 30. */
  pairText: () => string
  /** A box and a cylinder. */
  boxAndCylinderText: () => string
  /** The text with the first box broken, so that it cannot be measured. */
  withBrokenBox: (text: string) => string
}

export const { pairText, boxAndCylinderText, withBrokenBox } = await load<StepTexts>('step-assembly.ts')
const { madeCorpus } = await load<{ madeCorpus: () => Corpus }>('corpus.ts')

const { mutantOf } = await load<{
  mutantOf: (corpus: Corpus, kind: keyof Corpus, seed: number, file: number) => Uint8Array
}>('campaign.ts')

/** Corrupt files, alternating STEP and STL; always the same ones. */
export function spoiltFiles(count: number): Uint8Array[] {
  const corpus = madeCorpus()
  const files = Array.from({ length: count }, (_, i) => mutantOf(corpus, i % 2 ? 'stl' : 'step', 5, i))
  return files.filter((bytes) => bytes.length > 0)
}

/** Format and size of an image and the opacity of its pixels. */
export async function pixelsOf(picture: Uint8Array | null) {
  const image = sharp(picture ?? new Uint8Array())
  const { format } = await image.metadata()
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { format, width, height, alphaAt: (x: number, y: number) => data[channels * (width * y + x) + 3] }
}
