import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '@cotation/domain'
import type { PartSnapshot } from '#db/column-types.ts'

interface ConfiguredLine {
  configuration: Configuration | null
  upload_id: string
  sha256: string | null
  unit: string
  body_index: number | null
}

/** The part and configuration that a question to an expert, or the answer, is about. */
export const snapshotOf = (line: ConfiguredLine): PartSnapshot => ({
  configuration: line.configuration,
  uploadId: line.upload_id,
  sha256: line.sha256,
  unit: line.unit,
  bodyIndex: line.body_index,
})

/** Whether a line still has this part and configuration; the same bytes uploaded again match. */
export function matchesSnapshot(snapshot: PartSnapshot, line: ConfiguredLine): boolean {
  const current = snapshotOf(line)
  const isSameUpload = snapshot.uploadId === current.uploadId
  const isSameContent = snapshot.sha256 !== null && snapshot.sha256 === current.sha256

  return (
    (isSameUpload || isSameContent) &&
    snapshot.unit === current.unit &&
    snapshot.bodyIndex === current.bodyIndex &&
    isDeepStrictEqual(snapshot.configuration, current.configuration)
  )
}
