import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ApiError } from './api-error.ts'
import { failureActions } from './status-behaviour.ts'

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
