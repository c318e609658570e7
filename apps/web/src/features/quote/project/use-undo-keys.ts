import { useEffect } from 'react'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'

/** A field with its own undo. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea'))

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y anywhere on the page except in text fields. */
export function useUndoKeys({ undo, redo }: Pick<WorkspaceActions, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      if (isRedo) redo()
      else undo()
    }
    window.addEventListener('keydown', onKey)

    return () => window.removeEventListener('keydown', onKey)
  }, [undo, redo])
}
