import { isSameConfiguration } from './same-configuration.ts'
import type { LineEdit, WorkLine } from './work-line.ts'

/** Both changes of a line as one; where both say something, the newer counts. */
export const mergeEdit = (older: LineEdit | undefined, newer: LineEdit): LineEdit => ({ ...older, ...newer })

/** What a line has now where a change says something else: the change that takes it back. */
export function inverseEdit(line: WorkLine, edit: LineEdit): LineEdit {
  return {
    lineId: edit.lineId,
    ...(edit.name !== undefined && { name: line.name }),
    ...(edit.comment !== undefined && { comment: line.comment }),
    ...(edit.configuration && line.configuration && { configuration: line.configuration }),
  }
}

/** A change without what is so already; undefined where nothing is left of it. */
export function realEdit(line: WorkLine, edit: LineEdit): LineEdit | undefined {
  const { lineId, name, comment, configuration } = edit
  const isNew = !isSameConfiguration(configuration, line.configuration)
  const real: LineEdit = {
    lineId,
    ...(name !== undefined && name !== line.name && { name }),
    ...(comment !== undefined && comment !== line.comment && { comment }),
    ...(configuration && isNew && { configuration }),
  }

  return Object.keys(real).length > 1 ? real : undefined
}
