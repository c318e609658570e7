import type { LineView, ProjectView } from '@cotation/contracts'
import { replaceEqualDeep } from '@tanstack/react-query'

/** What an answer that changes lines brings. */
export interface ChangedLines {
  revision: number
  lines: readonly LineView[]
}

/**
 * The project as the server last told it. Answers may overtake each other: an older one never replaces a newer one, and what did not
 * change stays the same object.
 */
export class ServerCopy {
  #project: ProjectView | undefined
  /** The newest revision of which any part is known; the project's own is the newest known in whole. */
  #newest = -1

  get project(): ProjectView | undefined {
    return this.#project
  }

  /** False where the answer is older than what is known. */
  take(project: ProjectView): boolean {
    if (project.revision < this.#newest) return false
    this.#newest = project.revision
    this.#project = this.#project ? replaceEqualDeep(this.#project, project) : project
    return true
  }

  /** False where something else changed in between: the whole must be asked for. */
  takeLines({ revision, lines }: ChangedLines): boolean {
    const before = this.#project
    if (!before || revision < this.#newest) return false

    const changed = new Map(lines.map((line) => [line.id, line]))
    const known = new Set(before.lines.map(({ id }) => id))
    const all = [
      ...before.lines.map((line) => changed.get(line.id) ?? line),
      ...lines.filter(({ id }) => !known.has(id)),
    ]

    const isWhole = revision <= before.revision + 1
    this.#newest = revision
    this.#project = replaceEqualDeep(before, {
      ...before,
      revision: isWhole ? revision : before.revision,
      lines: all.sort((a, b) => a.position - b.position),
    })

    return isWhole
  }
}
