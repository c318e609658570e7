import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '@cotation/domain'
import type { PartSnapshot } from '#db/column-types.ts'

interface AskedLine {
  configuration: Configuration | null
  upload_id: string
  sha256: string | null
  unit: string
  body_index: number | null
}

/** What an expert's price for a line as it is now would be for. */
export const snapshotOf = (line: AskedLine): PartSnapshot => ({
  configuration: line.configuration,
  uploadId: line.upload_id,
  sha256: line.sha256,
  unit: line.unit,
  bodyIndex: line.body_index,
})

/** Whether a question or a price is still about the same part, made in the same way: bytes sent once more are the same part. */
export function matchesSnapshot(asked: PartSnapshot, line: AskedLine): boolean {
  const now = snapshotOf(line)
  const sameFile = asked.uploadId === now.uploadId || (asked.sha256 !== null && asked.sha256 === now.sha256)

  return (
    sameFile &&
    asked.unit === now.unit &&
    asked.bodyIndex === now.bodyIndex &&
    isDeepStrictEqual(asked.configuration, now.configuration)
  )
}
