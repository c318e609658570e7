export type ToastLevel = 'success' | 'error' | 'warning' | 'info'
