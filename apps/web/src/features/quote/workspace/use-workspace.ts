import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { LoadState } from './project-store.ts'
import { projectStore } from './project-stores.ts'
import type { Workspace } from './workspace.ts'

export interface WorkspaceView {
  state: LoadState
  /** Defined if `state` is `ready`. */
  workspace: Workspace | undefined
  retry: () => void
}

/** Loads a project, and polls it while it is on the screen. */
export function useWorkspace(projectId: string): WorkspaceView {
  const store = projectStore(projectId)
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)
  const loadState = useSyncExternalStore(store.subscribe, () => store.loadState)
  useEffect(() => {
    // A new project is already loaded; one that was opened earlier may be stale.
    if (store.loadState === 'ready') void store.poller.now()
    else void store.load()
    return store.poller.use()
  }, [store])

  const retry = useCallback(() => void store.load(), [store])
  const state = loadState === 'ready' && !workspace ? 'loading' : loadState
  return { state, workspace: state === 'ready' ? workspace : undefined, retry }
}
