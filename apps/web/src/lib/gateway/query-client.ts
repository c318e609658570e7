import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A refusal does not change by asking again; a lost connection may.
      retry: (failures, error) => error instanceof ApiError && error.code === 'NETWORK' && failures < 2,
    },
  },
})
