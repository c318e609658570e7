import type { RefusedFile } from '#features/quote/files/check-files.ts'

/** What the page tells of files, until it is read. */
export type FileNotice =
  | { id: number; kind: 'refused'; files: readonly RefusedFile[] }
  | { id: number; kind: 'leftOut'; count: number }
  | { id: number; kind: 'split'; name: string; distinct: number; total: number }
  | { id: number; kind: 'notAdded'; names: readonly string[]; message: string; retry: () => void }
  | { id: number; kind: 'uploadFailed'; name: string; lineId: string }
  | { id: number; kind: 'otherFile'; name: string; expected: string; bytes: number }

type Told = FileNotice extends infer N ? (N extends FileNotice ? Omit<N, 'id'> : never) : never

export class Notices {
  #all: readonly FileNotice[] = []
  #next = 1
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  get all(): readonly FileNotice[] {
    return this.#all
  }

  tell(notice: Told): void {
    this.#all = [...this.#all, { ...notice, id: this.#next++ }]
    this.#changed()
  }

  dismiss(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id)
    this.#changed()
  }
}
