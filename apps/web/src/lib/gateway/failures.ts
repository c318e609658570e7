import type { RouteFacts } from '#lib/app-port.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ApiError } from './api-error.ts'

export type FailureText = 'busy' | 'network' | 'error' | 'unknown' | 'sessionEnded' | 'broken'

export type FailureAction =
  | { type: 'toast'; level: 'error' | 'warning'; text: { key: FailureText } | { message: string } }
  | { type: 'clearUser' }
  | { type: 'redirect'; to: string }
  | { type: 'openAuthDialog' }

type Level = 'error' | 'warning'

const toast = (level: Level, key: FailureText): FailureAction => ({ type: 'toast', level, text: { key } })
const serverToast = (level: Level, message: string, key: FailureText): FailureAction =>
  message === '' ? toast(level, key) : { type: 'toast', level, text: { message } }

export const loginPath = (fullPath: string) => `/login?redirect=${encodeURIComponent(fullPath)}`

function unauthenticated(message: string, route: RouteFacts): FailureAction[] {
  const warning = serverToast('warning', message, 'sessionEnded')
  if (route.requiresAuth) return [warning, { type: 'clearUser' }, { type: 'redirect', to: loginPath(route.fullPath) }]
  if (route.path.startsWith('/quote')) return [warning, { type: 'clearUser' }, { type: 'openAuthDialog' }]
  return [{ type: 'clearUser' }]
}

/** The whole transport and status table of spec 8: what the app does when a call fails. */
export function failureActions(
  error: Pick<ApiError, 'code' | 'status' | 'message'>,
  route: RouteFacts,
): FailureAction[] {
  if (error.code === 'TIMEOUT') return [toast('warning', 'busy')]
  if (error.code === 'NETWORK') return [toast('error', 'network')]

  switch (error.status) {
    case 401:
      return unauthenticated(error.message, route)
    case 403:
    case 404:
    case 422:
      return [serverToast('error', error.message, 'error')]
    default:
      return [serverToast('error', error.message, 'unknown')]
  }
}

/**
 * The sentence of spec 8 for a failed call, for screens that show it themselves instead of a toast.
 */
export function useFailureText() {
  const t = useTranslations('app.failures')
  return (error: ApiError): string => {
    if (error.message !== '') return error.message
    const actions = failureActions(error, { requiresAuth: false, path: '/', fullPath: '/' })
    const toast = actions.find((action) => action.type === 'toast')
    return t(toast && 'key' in toast.text ? toast.text.key : 'unknown')
  }
}
