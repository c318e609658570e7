/** The selected lines, and the line from which a range starts. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | undefined
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

/** Adds or removes one line; the next range starts there. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Adds everything shown between the anchor and a line. */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : shown.indexOf(selection.anchor)
  const to = shown.indexOf(id)
  if (from < 0 || to < 0) return { ids: new Set([...selection.ids, id]), anchor: id }
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** Adds all shown lines; if all of them are selected already, removes them. */
export function toggledAll({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const areAllSelected = shown.length > 0 && shown.every((id) => ids.has(id))
  if (!areAllSelected) return { ids: new Set([...ids, ...shown]), anchor }

  const removed = new Set(shown)
  return { ids: new Set([...ids].filter((id) => !removed.has(id))), anchor }
}

/** The selection without removed lines; the same object if there are none. */
export function surviving(selection: Selection, existing: ReadonlySet<string>): Selection {
  const kept = [...selection.ids].filter((id) => existing.has(id))
  return kept.length === selection.ids.size ? selection : { ...selection, ids: new Set(kept) }
}
