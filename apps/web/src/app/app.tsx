import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '#lib/gateway/query-client.ts'
import { I18nProvider } from '#lib/texts/i18n.tsx'
import { ThemeProvider } from '#ui/theme/theme-provider.tsx'
import { styleNonce } from './content-policy.ts'
import type { AppRouter } from './router.tsx'

export function App({ router }: { router: AppRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider styleNonce={styleNonce}>
        <I18nProvider>
          <RouterProvider router={router} />
        </I18nProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
}
