import type { ProjectView } from '@cotation/contracts'
import type { Catalogue, QuoteTotal, TechnologySlug } from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import type { EditLabel, EditStep, WorkLine } from './work-line.ts'

/** Whether the server has what the customer sees. */
export type SaveState = 'saved' | 'saving' | 'failed'

/** An open project: its lines, and everything a customer can do to it. */
export interface Workspace {
  project: ProjectView
  /** The version that the project is priced with. */
  catalogue: Catalogue
  lines: readonly WorkLine[]
  total: QuoteTotal
  save: SaveState
  undoable: EditLabel | undefined
  redoable: EditLabel | undefined
  actions: WorkspaceActions
}

/** The same object for as long as the project is open. */
export interface WorkspaceActions {
  /** Shown and priced at once, saved after a pause. */
  edit(step: EditStep): void
  undo(): void
  redo(): void
  retrySave(): void
  /** Parts, drawings, lists, and archives of them. */
  addFiles(dropped: DroppedFiles): void
  /** Removed at once; `undo` or `restoreLines` brings them back as they were. */
  removeLines(lineIds: readonly string[]): Promise<void>
  restoreLines(lineIds: readonly string[]): Promise<void>
  transferLines(lineIds: readonly string[], toProjectId: string, copy: boolean): Promise<void>
  pauseUpload(lineId: string): void
  /** Continues a paused or interrupted upload; `file` is needed if the browser has lost it. */
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
  /** The country that carriage and import are estimated for. */
  setCountry(country: string): Promise<void>
  /** Stores the country that the page assumes, so that papers and links estimate the same. */
  keepCountry(): Promise<void>
  /** Moves every line to a material that fits; undoable like any edit. */
  switchTechnology(technology: TechnologySlug): Promise<void>
  duplicate(name: string): Promise<string>
  requote(): Promise<void>
  /** Returns the key of a new read-only link. */
  share(): Promise<string>
  unshare(): Promise<void>
}
