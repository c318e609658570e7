import { maxParts } from '@cotation/domain'
import { withQuantity } from './quantity.ts'
import { type EditStep, isEditable, type LineEdit, type WorkLine } from './work-line.ts'

/**
 * Adds the parts of one more copy of a file to its lines. Undefined if a line cannot be edited yet,
 * or would exceed the limit: raising only some lines of an assembly would be wrong.
 */
export function raisedQuantity(lines: readonly WorkLine[], uploadId: string): EditStep | undefined {
  const edits: LineEdit[] = []
  for (const line of lines) {
    if (line.view.upload.id !== uploadId) continue

    const { id: lineId, configuration, view } = line
    if (!isEditable(line) || !configuration) return undefined

    const quantity = configuration.quantity + (view.body?.perFile ?? 1)
    if (quantity > maxParts) return undefined
    edits.push({ lineId, configuration: withQuantity(configuration, quantity) })
  }

  return edits.length > 0 ? { label: 'quantity', edits } : undefined
}
