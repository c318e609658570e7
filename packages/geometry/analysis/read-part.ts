import { refuse } from '../control/verdict.ts'
import { sniff } from '../reading/sniff.ts'
import type { Intake, ReadingRequest, ReadPart } from './intake.ts'
import { stepIntake } from './step-intake.ts'
import { stlIntake } from './stl-intake.ts'

const headBytes = 4096

/** Reads a file of unknown kind from its chunks, whatever it is called. Throws `Refused` and nothing else of its own. */
export async function readPart(chunks: AsyncIterable<Uint8Array>, request: ReadingRequest): Promise<ReadPart> {
  let head = new Uint8Array(0)
  let intake: Intake | undefined
  for await (const chunk of chunks) {
    if (intake) {
      intake.push(chunk)
      continue
    }

    head = joined(head, chunk)
    if (head.length < headBytes) continue

    intake = intakeFor(head, request)
    intake.push(head)
  }

  if (!intake) {
    intake = intakeFor(head, { ...request, totalBytes: head.length })
    intake.push(head)
  }

  return intake.finish()
}

function intakeFor(head: Uint8Array, request: ReadingRequest): Intake {
  const kind = sniff(head.subarray(0, headBytes), request.totalBytes)
  if (kind === 'step') return stepIntake(request)
  if (kind === 'stl-binary' || kind === 'stl-ascii') return stlIntake(kind, request)
  return refuse(kind)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
