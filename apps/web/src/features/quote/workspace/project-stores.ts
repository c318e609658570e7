import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { browserStoredFiles } from '#features/quote/files/stored-files.ts'
import { UploadQueue } from '#features/quote/files/upload-queue.ts'
import { openTusTransfer } from '#lib/files/tus-transfer.ts'
import { api } from '#lib/gateway/api.ts'
import type { FilePorts } from './project-files.ts'
import { type LoadState, ProjectStore } from './project-store.ts'
import type { Workspace } from './workspace.ts'

/**
 * All projects opened since the page loaded: uploads and autosave continue while another screen is
 * shown.
 */
const stores = new Map<string, ProjectStore>()
let ports: FilePorts | undefined

function browserPorts(): FilePorts {
  const queue = new UploadQueue({
    open: openTusTransfer,
    stored: browserStoredFiles,
    reportReceived: (uploadId) =>
      api('POST /global/upload/{uploadId}/received', { params: { uploadId } }, { quiet: true }),
  })
  return { queue, stored: browserStoredFiles }
}

/** Replaces the browser's uploads and database in tests. */
export function plugFilePorts(other: FilePorts | undefined): void {
  ports = other
  stores.clear()
}

function flushAll() {
  for (const store of stores.values()) {
    store.autosave.flush()
    store.history.save()
  }
}

/** Retries when the connection returns, and saves before the page closes. */
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
    // Stored files and pending edits survive a reload: ask only if something would be lost.
    if (queue.wouldLoseFiles() || isUnsaved) event.preventDefault()
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

export interface WorkspaceView {
  state: LoadState
  /** Defined if `state` is `ready`. */
  workspace: Workspace | undefined
  retry: () => void
}

/** Loads a project, and follows its changes while it is on the screen. */
export function useWorkspace(projectId: string): WorkspaceView {
  const store = projectStore(projectId)
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)
  const loadState = useSyncExternalStore(store.subscribe, () => store.loadState)
  useEffect(() => {
    // A new project is already loaded; one that was opened earlier may be stale.
    if (store.loadState === 'ready') void store.poller.now()
    else void store.load()
    return store.use()
  }, [store])

  const retry = useCallback(() => void store.load(), [store])
  const state = loadState === 'ready' && !workspace ? 'loading' : loadState
  return { state, workspace: state === 'ready' ? workspace : undefined, retry }
}
