import type { PaperInput } from './paper-maker.ts'

let drawn = 0

/** A document that says how many its thread has drawn. */
export async function drawSample({ content, pictures }: PaperInput<string>): Promise<Uint8Array> {
  drawn++
  return Buffer.from(`${content} ${drawn} ${[...pictures.values()].map(String)}`)
}

/** A document of any size. */
export const drawBlank = async ({ content }: PaperInput<{ name: string; bytes: number }>): Promise<Uint8Array> =>
  Buffer.alloc(content.bytes, ++drawn)
