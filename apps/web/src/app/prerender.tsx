import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { basepath } from '#lib/base-path.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

/** The quote home in French as HTML, made at build time: it is on screen before the first script has arrived. */
export async function renderLanding(): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [`${basepath}/quote`] }))
  await Promise.all([ensureMessages(['app']), router.load()])
  return renderToString(<App router={router} />)
}
