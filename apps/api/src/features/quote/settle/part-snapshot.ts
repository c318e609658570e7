import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '@cotation/domain'
import type { PartSnapshot } from '#db/column-types.ts'

interface ConfiguredLine {
  configuration: Configuration | null
  upload_id: string
  sha256: string | null
  unit: string
  body_index: number | null
  comment: string
  /** Attached uploads, sorted. */
  drawings: string[]
}

/** The part and configuration that a question to an expert, or the answer, is about. */
export const snapshotOf = (line: ConfiguredLine): PartSnapshot => ({
  configuration: line.configuration,
  uploadId: line.upload_id,
  sha256: line.sha256,
  unit: line.unit,
  bodyIndex: line.body_index,
})

/** What an expert sees beside the part: a price covers exactly these drawings and this comment. */
export const seenWithPart = ({ comment, drawings }: ConfiguredLine): Pick<PartSnapshot, 'comment' | 'drawings'> => ({
  comment,
  drawings,
})

/**
 * Whether a line still has this part and configuration, and the comment and drawings that an answer is
 * for; the same bytes of the part uploaded again match.
 */
export function matchesSnapshot(snapshot: PartSnapshot, line: ConfiguredLine): boolean {
  const current = snapshotOf(line)
  const isSameUpload = snapshot.uploadId === current.uploadId
  const isSameContent = snapshot.sha256 !== null && snapshot.sha256 === current.sha256

  const isSameComment = snapshot.comment === undefined || snapshot.comment === line.comment
  const hasSameDrawings = snapshot.drawings === undefined || isDeepStrictEqual(snapshot.drawings, line.drawings)

  return (
    isSameComment &&
    hasSameDrawings &&
    (isSameUpload || isSameContent) &&
    snapshot.unit === current.unit &&
    snapshot.bodyIndex === current.bodyIndex &&
    isDeepStrictEqual(snapshot.configuration, current.configuration)
  )
}
