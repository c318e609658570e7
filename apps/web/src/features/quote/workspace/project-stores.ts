import { browserStoredFiles } from '#features/quote/files/stored-files.ts'
import { UploadQueue } from '#features/quote/files/upload-queue.ts'
import { api } from '#lib/gateway/api.ts'
import { openTusTransfer } from '#lib/uploads/tus-transfer.ts'
import type { FilePorts } from './project-files.ts'
import { ProjectStore } from './project-store.ts'

/** The projects that were opened since the page was: uploads and unsaved changes go on while another screen is looked at. */
const stores = new Map<string, ProjectStore>()
let ports: FilePorts | undefined

function browserPorts(): FilePorts {
  const queue = new UploadQueue({
    open: openTusTransfer,
    kept: browserStoredFiles,
    received: (uploadId) => api('POST /global/upload/{uploadId}/received', { params: { uploadId } }, { quiet: true }),
  })
  return { queue, kept: browserStoredFiles }
}

/** Stands in for the browser's own uploads and database; the page itself calls it never. */
export function plugFilePorts(other: FilePorts | undefined): void {
  ports = other
  stores.clear()
}

function flushAll() {
  for (const store of stores.values()) store.autosave.flush()
}

/** What a page must do before it goes, and when the line comes back. */
function listenToWindow({ queue }: FilePorts): void {
  window.addEventListener('online', () => {
    queue.resumeBroken()
    for (const store of stores.values()) if (store.autosave.state === 'failed') store.autosave.retry()
  })
  window.addEventListener('pagehide', flushAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushAll()
  })
  window.addEventListener('beforeunload', (event) => {
    const isUnsaved = [...stores.values()].some(({ autosave }) => autosave.state === 'failed')
    // Asked only where something would be lost: kept files and stored changes are found again.
    if (queue.wouldLose() || isUnsaved) event.preventDefault()
  })
}

export function projectStore(projectId: string): ProjectStore {
  if (!ports) {
    ports = browserPorts()
    listenToWindow(ports)
  }

  const known = stores.get(projectId)
  if (known) return known

  const store = new ProjectStore(projectId, ports)
  stores.set(projectId, store)

  return store
}
