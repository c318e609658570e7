import { QueryClient } from '@tanstack/react-query'
import { language } from '#lib/texts/language.ts'
import { ApiError } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Only a lost connection is worth a retry; a refusal stays a refusal.
      retry: (failures, error) => error instanceof ApiError && error.code === 'NETWORK' && failures < 2,
    },
  },
})

// The server describes lines, events and coupons in the language of the request.
language.subscribe(() => void queryClient.invalidateQueries())
