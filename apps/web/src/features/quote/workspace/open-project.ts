import type { ProjectView } from '@cotation/contracts'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import type { Autosave } from './autosave.ts'
import type { EditHistory } from './edit-history.ts'
import type { FileNotices } from './file-notices.ts'
import type { Poller } from './poller.ts'
import type { ProjectFiles } from './project-files.ts'
import type { ChangedLines } from './server-copy.ts'
import type { WorkLine } from './work-line.ts'
import type { Workspace } from './workspace.ts'

/** The part of a project's store that the customer's actions work on. */
export interface OpenProject {
  projectId: string
  project: ProjectView | undefined
  autosave: Autosave
  history: EditHistory
  files: ProjectFiles
  notices: FileNotices
  poller: Poller
  workspace(): Workspace | undefined
  findLine(lineId: string): WorkLine | undefined
  /** Hides lines while they are being removed on the server. */
  hide(lineIds: readonly string[], isHidden: boolean): void
  /** Keeps a drop until the customer accepts the quoting terms. */
  holdDrop(dropped: DroppedFiles): void
  take(project: ProjectView): Promise<void>
  takeLines(changed: ChangedLines): void
  changed(): void
}
