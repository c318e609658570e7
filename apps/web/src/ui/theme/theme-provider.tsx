import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

interface ThemeProviderProps {
  /** The nonce of the page's policy, for the style sheet that Mantine adds. */
  styleNonce?: () => string
  /** Without transitions, which a test would wait for. */
  isTest?: boolean
  children: ReactNode
}

/** Provides the theme to all components. */
export function ThemeProvider({ styleNonce, isTest = false, children }: ThemeProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      {...(styleNonce ? { getStyleNonce: styleNonce } : {})}
      env={isTest ? 'test' : 'default'}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  )
}
