import { createStore } from './store.ts'
import type { ToastAction, ToastLevel } from './toast-level.ts'

/** True once a first message was shown: only then does the page fetch and mount the code that shows them. */
export const toastsNeeded = createStore(false)

async function show(level: ToastLevel, text: string, action?: ToastAction): Promise<void> {
  toastsNeeded.set(true)
  const { showToast } = await import('#ui/toasts.tsx')
  showToast(level, text, action)
}

/** A short message in the corner. Safe to call from anywhere; never throws. */
export const toast = {
  success: (text: string) => void show('success', text).catch(() => {}),
  error: (text: string) => void show('error', text).catch(() => {}),
  warning: (text: string) => void show('warning', text).catch(() => {}),
  info: (text: string) => void show('info', text).catch(() => {}),
  /** Says what was done, with a button that takes it back; it stays long enough to change one's mind. */
  undoable: (text: string, action: ToastAction) => void show('info', text, action).catch(() => {}),
}
