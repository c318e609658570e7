import type { LineView, ProjectView } from '@cotation/contracts'
import { replaceEqualDeep } from '@tanstack/react-query'

/** The response to a request that changes lines. */
export interface ChangedLines {
  revision: number
  lines: readonly LineView[]
}

/**
 * The project as the server last sent it. Responses may arrive out of sequence: an older one never
 * replaces a newer one, and unchanged parts stay the same objects.
 */
export class ServerCopy {
  #project: ProjectView | undefined
  /**
   * The newest revision seen in any response; `#project.revision` is the newest one known
   * completely.
   */
  #newestRevision = -1

  get project(): ProjectView | undefined {
    return this.#project
  }

  /** Returns false if the response is stale. */
  take(project: ProjectView): boolean {
    if (project.revision < this.#newestRevision) return false

    this.#newestRevision = project.revision
    this.#project = this.#project ? replaceEqualDeep(this.#project, project) : project
    return true
  }

  /**
   * Returns false if another change happened in between, so that the whole project must be fetched.
   */
  takeLines({ revision, lines }: ChangedLines): boolean {
    const before = this.#project
    if (!before || revision < this.#newestRevision) return false

    const changed = new Map(lines.map((line) => [line.id, line]))
    const known = new Set(before.lines.map(({ id }) => id))
    const all = [
      ...before.lines.map((line) => changed.get(line.id) ?? line),
      ...lines.filter(({ id }) => !known.has(id)),
    ]

    const isComplete = revision <= before.revision + 1
    this.#newestRevision = revision
    this.#project = replaceEqualDeep(before, {
      ...before,
      revision: isComplete ? revision : before.revision,
      lines: all.sort((a, b) => a.position - b.position),
    })

    return isComplete
  }
}
