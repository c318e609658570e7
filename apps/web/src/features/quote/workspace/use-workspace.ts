import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { LoadState } from './project-store.ts'
import { projectStore } from './project-stores.ts'
import type { Workspace } from './workspace.ts'

export interface WorkspaceView {
  state: LoadState
  /** There while `state` is `ready`. */
  workspace: Workspace | undefined
  retry: () => void
}

/** A project on the screen: fetched when it is first looked at, followed while it is. */
export function useWorkspace(projectId: string): WorkspaceView {
  const store = projectStore(projectId)
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)
  const loadState = useSyncExternalStore(store.subscribe, () => store.loadState)
  useEffect(() => {
    // One that was just made is here already; one that was left a while ago may have changed.
    if (store.loadState === 'ready') void store.poller.now()
    else void store.load()
    return store.poller.use()
  }, [store])

  const retry = useCallback(() => void store.load(), [store])
  const state = loadState === 'ready' && !workspace ? 'loading' : loadState
  return { state, workspace: state === 'ready' ? workspace : undefined, retry }
}
