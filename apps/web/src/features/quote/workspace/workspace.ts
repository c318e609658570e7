import type { ProjectView } from '@cotation/contracts'
import type { Catalogue, TechnologySlug } from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import type { EditLabel, EditStep, WorkLine } from './work-line.ts'

/** Whether what the customer sees is also what the server keeps. */
export type SaveState = 'saved' | 'saving' | 'failed'

/** A project open on the screen: its lines, and everything a customer can do to it. */
export interface Workspace {
  project: ProjectView
  /** The version that the project is priced with. */
  catalogue: Catalogue
  lines: readonly WorkLine[]
  /** Of the lines that have a price (cents of USD). */
  totalMinor: number
  save: SaveState
  undoable: EditLabel | undefined
  redoable: EditLabel | undefined
  actions: WorkspaceActions
}

/** The same object for as long as the project is open. */
export interface WorkspaceActions {
  /** Shown at once, priced at once, saved soon after. */
  edit(step: EditStep): void
  undo(): void
  redo(): void
  retrySave(): void
  addFiles(files: readonly File[]): void
  /** Lines go at once, and can be taken back. */
  removeLines(lineIds: readonly string[]): Promise<void>
  restoreLines(lineIds: readonly string[]): Promise<void>
  transferLines(lineIds: readonly string[], toProjectId: string, copy: boolean): Promise<void>
  pauseUpload(lineId: string): void
  /** Goes on with an upload that was paused, or broke off; `file` where the browser has lost it. */
  resumeUpload(lineId: string, file?: File): void
  replaceFile(lineId: string, file: File): Promise<void>
  attach(lineId: string, file: File): Promise<string>
  detach(lineId: string, uploadId: string): Promise<void>
  setUnit(lineId: string, unit: LengthUnit): Promise<void>
  notifyMe(lineId: string, email: string): Promise<void>
  acceptFindings(lineId: string, ruleIds: readonly string[]): Promise<void>
  withdrawFindings(lineId: string, ruleIds: readonly string[]): Promise<void>
  askExpert(lineId: string, question: string, email: string): Promise<void>
  recallExpert(lineId: string): Promise<void>
  rename(name: string): Promise<void>
  /** Re-offers every line what fits in the technology; undoable like any edit. */
  switchTechnology(technology: TechnologySlug): Promise<void>
  duplicate(name: string): Promise<string>
  requote(): Promise<void>
  /** The key of a new read-only link. */
  share(): Promise<string>
  unshare(): Promise<void>
}
