import type { RefusedFile } from '#features/quote/files/check-files.ts'
import type { Bom } from '#features/quote/files/read-bom.ts'
import type { LeadChange } from '#ui/cheaper-leads.tsx'

/** A drawing whose part the customer chooses, with the reason if an attempt to attach it failed. */
export interface UnpairedDrawing {
  file: File
  message: string
}

/** A message about files or lines, shown until the customer dismisses it. */
export type FileNotice =
  | { id: number; kind: 'refused'; files: readonly RefusedFile[] }
  | { id: number; kind: 'unpacking'; name: string; done: number; cancel: () => void }
  | { id: number; kind: 'attached'; pairs: readonly { drawing: string; part: string }[] }
  | { id: number; kind: 'unpaired'; drawings: readonly UnpairedDrawing[] }
  | { id: number; kind: 'bom'; name: string; bom: Bom }
  | { id: number; kind: 'split'; name: string; distinct: number; total: number }
  | { id: number; kind: 'notAdded'; names: readonly string[]; message: string; retry: () => void }
  | { id: number; kind: 'uploadFailed'; name: string; lineId: string }
  | { id: number; kind: 'sameFile'; name: string; uploadId: string; addLine: () => void }
  | { id: number; kind: 'cheaperLeads'; changes: readonly LeadChange[] }
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

  /** Returns the id of the notice. */
  add(notice: NewNotice): number {
    const id = this.#nextId++
    this.#all = [...this.#all, { ...notice, id }]
    this.#onChange()
    return id
  }

  /** Changes a notice in its place; a dismissed one stays dismissed. */
  replace(id: number, notice: NewNotice): void {
    this.#all = this.#all.map((one) => (one.id === id ? { ...notice, id } : one))
    this.#onChange()
  }

  dismiss(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id)
    this.#onChange()
  }
}
