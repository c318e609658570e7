import { createStore } from './store.ts'

export type ToastLevel = 'success' | 'error' | 'warning' | 'info'

/** A button in a message. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: string
  level: ToastLevel
  text: string
  action?: ToastAction
}

/**
 * The shown messages, oldest first. `#ui/toasts.tsx` draws them; its code is loaded with the
 * first one.
 */
export const toasts = createStore<readonly Toast[]>([])

export function closeToast(id: string) {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}

let undoableCount = 0

function show(level: ToastLevel, text: string, action?: ToastAction) {
  // One toast per text: three calls that fail together show one message. Each undoable step has its
  // own.
  const id = action ? `${level}:${text}:${undoableCount++}` : `${level}:${text}`
  if (toasts.get().some((shown) => shown.id === id)) return

  toasts.set([...toasts.get(), { id, level, text, ...(action ? { action } : {}) }])
}

/** A short message in the corner. Safe to call from anywhere; never throws. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
  /** Says what was done, with a button that undoes it; stays long enough to press it. */
  undoable: (text: string, action: ToastAction) => show('info', text, action),
}
