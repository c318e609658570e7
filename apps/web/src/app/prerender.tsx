import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { basepath } from '#lib/base-path.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

/**
 * Renders the French quote home as HTML at build time: it is visible before the first script
 * arrives.
 */
export async function renderLanding(): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [`${basepath}/quote`] }))
  await Promise.all([ensureMessages(['app']), router.load()])
  return renderToString(<App router={router} />)
}
