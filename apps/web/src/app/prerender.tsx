import { type Language, languages, type Material } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { sellingCatalogue } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { createTranslator } from 'use-intl'
import { basepath } from '#lib/base-path.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { language } from '#lib/texts/language.ts'
import { catalogues, ensureMessages } from '#lib/texts/messages.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

async function render(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [basepath + path] }))
  await Promise.all([ensureMessages(['app']), router.load()])
  return renderToString(<App router={router} />)
}

/**
 * Renders the French quote home as HTML at build time: it is visible before the first script
 * arrives.
 */
export const renderLanding = (): Promise<string> => render('/quote')

/** What a search engine shows of the list, or of a material. */
function headOf(material: Material | undefined, current: Language) {
  const { app } = catalogues.get()[current] as Pick<Messages, 'app'>
  const t = createTranslator({ locale: current, messages: { app }, namespace: 'app' })
  if (!material) return { title: `${t('titles.materials')} | Cotation`, description: t('descriptions.materials') }

  const name = material.name[current]
  return { title: `${name} | Cotation`, description: t('descriptions.material', { name }) }
}

/**
 * Renders the pages about materials in all languages from the packaged catalogue. The server sends
 * them while that version is in force.
 */
export async function renderMaterials() {
  const catalogue = sellingCatalogue(packagedCatalogue)
  const { version } = catalogue
  queryClient.setQueryData(catalogueQuery.queryKey, { version, validFrom: new Date(0).toISOString(), catalogue })

  const screens = [undefined, ...catalogue.materials]
  const pages: Record<string, Partial<Record<Language, object>>> = {}
  for (const current of languages) {
    language.set(current)
    for (const material of screens) {
      const path = material ? `/materials/${material.id}` : '/materials'
      const body = await render(path)
      pages[path] = { ...pages[path], [current]: { ...headOf(material, current), body } }
    }
  }

  return { catalogueVersion: version, pages }
}
