import { QueryClient } from '@tanstack/react-query'
import { language } from '#lib/texts/language.ts'
import { ApiError } from './api-error.ts'

const passing: ReadonlySet<ApiError['code']> = new Set(['NETWORK', 'BUSY'])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A lost connection and a busy server are worth a retry; any other refusal stays a refusal.
      retry: (failures, error) => error instanceof ApiError && passing.has(error.code) && failures < 2,
    },
  },
})

// The server describes lines, events and coupons in the language of the request.
language.subscribe(() => void queryClient.invalidateQueries())
