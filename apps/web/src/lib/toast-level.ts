export type ToastLevel = 'success' | 'error' | 'warning' | 'info'

/** What a message offers to do. */
export interface ToastAction {
  label: string
  run: () => void
}
