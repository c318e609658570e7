import type { Catalogue, Configuration } from '@cotation/domain'
import type { BomRow } from '#features/quote/files/read-bom.ts'
import { effectiveEdit } from '#features/quote/workspace/line-edits.ts'
import { type EditableLine, type EditStep, isEditable, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { matchLines, namedLines } from './match-lines.ts'
import { type BomCorrection, type PlannedLine, planLine } from './plan-line.ts'

/** `waiting`: the file is still being read. `repeated`: an earlier row is about the same line. */
export type RowState = 'ready' | 'waiting' | 'unmatched' | 'repeated' | 'ordered' | 'unusable'

/** A row with the lines that it is about, and what it would change in each of them. */
export interface PlannedRow {
  row: BomRow
  state: RowState
  lines: readonly WorkLine[]
  /** Empty unless the row is ready and not left out. */
  planned: readonly PlannedLine[]
}

type ReadLine = EditableLine & { configuration: Configuration }

/**
 * The bodies of a file are known once this browser or the server has read all of it. Before, the
 * configuration of its line would become that of all its bodies.
 */
const isRead = (line: WorkLine): line is ReadLine =>
  isEditable(line) && line.configuration !== undefined && (line.source === 'server' || line.local !== undefined)

function stateOf(lines: readonly WorkLine[], taken: ReadonlySet<string>): RowState {
  if (lines.length === 0) return 'unmatched'
  if (lines.some(({ id }) => taken.has(id))) return 'repeated'
  if (lines.some(({ status }) => status === 'ordered')) return 'ordered'
  if (lines.some(({ refusal }) => refusal !== undefined)) return 'unusable'
  return lines.every(isRead) ? 'ready' : 'waiting'
}

/** Finds the lines of each row, and what the row would change. Nothing is applied. */
export function planBom(
  rows: readonly BomRow[],
  corrections: ReadonlyMap<number, BomCorrection>,
  lines: readonly WorkLine[],
  catalogue: Catalogue,
): PlannedRow[] {
  const named = namedLines(lines)
  const taken = new Set<string>()

  return rows.map((row) => {
    const correction = corrections.get(row.number) ?? {}
    const { lineId, isLeftOut } = correction
    const chosen = lines.filter(({ id }) => id === lineId)
    const found = lineId === undefined ? matchLines(row.names, named) : chosen
    if (isLeftOut) return { row, state: stateOf(found, taken), lines: found, planned: [] }

    const state = stateOf(found, taken)
    for (const { id } of found) taken.add(id)
    const ready = state === 'ready' ? found.filter(isRead) : []

    return { row, state, lines: found, planned: ready.map((line) => planLine(line, row, correction, catalogue)) }
  })
}

/**
 * All changes of a list as one step, which is undone together; undefined if there are none. Lines
 * that stay as they are have no part in it: a row may name only values that are not recognised.
 */
export function bomStep(rows: readonly PlannedRow[]): EditStep | undefined {
  const edits = rows.flatMap(({ lines, planned }) =>
    planned.flatMap(({ edit }) => {
      const line = lines.find(({ id }) => id === edit.lineId)
      return (line && effectiveEdit(line, edit)) ?? []
    }),
  )

  return edits.length > 0 ? { label: 'bom', edits } : undefined
}
