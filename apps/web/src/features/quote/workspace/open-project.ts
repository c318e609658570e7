import type { ProjectView } from '@cotation/contracts'
import type { Autosave } from './autosave.ts'
import type { EditHistory } from './edit-history.ts'
import type { Notices } from './file-notices.ts'
import type { Poller } from './poller.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ChangedLines } from './server-copy.ts'
import type { WorkLine } from './work-line.ts'
import type { Workspace } from './workspace.ts'

/** What the actions of a customer work on: the store of a project, without what only screens ask of it. */
export interface OpenProject {
  projectId: string
  project: ProjectView | undefined
  autosave: Autosave
  history: EditHistory
  files: ProjectFiles
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
