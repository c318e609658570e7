import { refuse } from '../model/verdict.ts'
import { sniff, sniffBytes } from '../reading/sniff.ts'
import type { PartReader, ReadPart, ReadRequest } from './part-reader.ts'
import { createStepPartReader } from './step-part-reader.ts'
import { createStlPartReader } from './stl-part-reader.ts'

/** Reads a file, recognising its format by content. Throws `Refused` for files it cannot read. */
export async function readPart(chunks: AsyncIterable<Uint8Array>, request: ReadRequest): Promise<ReadPart> {
  let head = new Uint8Array(0)
  let reader: PartReader | undefined
  for await (const chunk of chunks) {
    if (reader) {
      reader.push(chunk)
      continue
    }

    head = joined(head, chunk)
    if (head.length < sniffBytes) continue

    reader = createPartReader(head, request)
    reader.push(head)
  }

  if (!reader) {
    reader = createPartReader(head, { ...request, totalBytes: head.length })
    reader.push(head)
  }

  return reader.finish()
}

function createPartReader(head: Uint8Array, request: ReadRequest): PartReader {
  const kind = sniff(head.subarray(0, sniffBytes), request.totalBytes)
  if (kind === 'step') return createStepPartReader(request)
  if (kind === 'stl-binary' || kind === 'stl-ascii') return createStlPartReader(kind, request)
  return refuse(kind)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
