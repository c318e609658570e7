import type { RefusedFile } from '#features/quote/files/check-files.ts'

/** A message about files, shown until the customer dismisses it. */
export type FileNotice =
  | { id: number; kind: 'refused'; files: readonly RefusedFile[] }
  | { id: number; kind: 'leftOut'; count: number }
  | { id: number; kind: 'split'; name: string; distinct: number; total: number }
  | { id: number; kind: 'notAdded'; names: readonly string[]; message: string; retry: () => void }
  | { id: number; kind: 'uploadFailed'; name: string; lineId: string }
  | { id: number; kind: 'sameFile'; name: string; uploadId: string; addLine: () => void }
  | { id: number; kind: 'otherFile'; name: string; expected: string; bytes: number }

type NewNotice = FileNotice extends infer N ? (N extends FileNotice ? Omit<N, 'id'> : never) : never

export class FileNotices {
  #all: readonly FileNotice[] = []
  #nextId = 1
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get all(): readonly FileNotice[] {
    return this.#all
  }

  add(notice: NewNotice): void {
    this.#all = [...this.#all, { ...notice, id: this.#nextId++ }]
    this.#onChange()
  }

  dismiss(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id)
    this.#onChange()
  }
}
