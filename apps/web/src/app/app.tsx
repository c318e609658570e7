import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { I18nProvider } from '#lib/i18n.tsx'
import { queryClient } from '#lib/query-client.ts'
import { cssVariablesResolver, theme } from '#ui/theme.ts'
import type { AppRouter } from './router.tsx'
import { styleNonce } from './style-nonce.ts'

export function App({ router }: { router: AppRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
        deduplicateInlineStyles
      >
        <I18nProvider>
          <RouterProvider router={router} />
        </I18nProvider>
      </MantineProvider>
    </QueryClientProvider>
  )
}
