import type { ProjectView } from '@cotation/contracts'
import type { Autosave } from '#features/quote/workspace/edits/autosave.ts'
import type { EditHistory } from '#features/quote/workspace/edits/edit-history.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import type { FileDesk } from './file-desk.ts'
import type { Notices } from './notices.ts'
import type { Poller } from './poller.ts'
import type { ChangedLines } from './server-copy.ts'

/** What the actions of a customer work on: the store of a project, without what only screens ask of it. */
export interface OpenProject {
  projectId: string
  project: ProjectView | undefined
  autosave: Autosave
  history: EditHistory
  files: FileDesk
  notices: Notices
  poller: Poller
  workspace(): Workspace | undefined
  findLine(lineId: string): WorkLine | undefined
  /** Lines that the customer removed, until the server has answered. */
  hide(lineIds: readonly string[], isHidden: boolean): void
  /** Files that wait for the quoting terms. */
  hold(files: readonly File[]): void
  take(project: ProjectView): Promise<void>
  takeLines(changed: ChangedLines): void
  changed(): void
}
