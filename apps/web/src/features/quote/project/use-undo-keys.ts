import { useEffect } from 'react'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'

/** A field that undoes by itself what is typed in it. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea'))

/**
 * Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, anywhere on the page but in a text field; a dialog has its
 * own undo or none.
 */
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
