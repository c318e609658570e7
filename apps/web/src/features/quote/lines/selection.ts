/** Lines that are chosen for an action on all of them, and the one from which a range begins. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | undefined
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

/** One line more or less; the next range begins there. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Everything between the anchor and a line, as shown; what was selected elsewhere stays. */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : shown.indexOf(selection.anchor)
  const to = shown.indexOf(id)
  if (from < 0 || to < 0) return { ids: new Set([...selection.ids, id]), anchor: id }
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** All that is shown in addition; or, where all of it is selected already, none of it. */
export function toggledAll({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const every = shown.length > 0 && shown.every((id) => ids.has(id))
  if (!every) return { ids: new Set([...ids, ...shown]), anchor }
  const leaving = new Set(shown)
  return { ids: new Set([...ids].filter((id) => !leaving.has(id))), anchor }
}

/** Without lines that are gone; the same object where none is. */
export function surviving(selection: Selection, existing: ReadonlySet<string>): Selection {
  const kept = [...selection.ids].filter((id) => existing.has(id))
  return kept.length === selection.ids.size ? selection : { ...selection, ids: new Set(kept) }
}
