import { type Language, languages, type Material } from '@cotation/domain'
import type { MessageSlice, Messages } from '@cotation/messages'
import { sellingCatalogue } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { createTranslator } from 'use-intl'
import { basepath } from '#lib/base-path.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import type { ScreenFacts } from '#lib/screen-facts.ts'
import { language } from '#lib/texts/language.ts'
import { catalogues, ensureMessages } from '#lib/texts/messages.ts'
import { App } from './app.tsx'
import { Skeleton } from './layout/skeleton.tsx'
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

/** Renders what the other pages show until their code arrives. */
export const renderSkeleton = (): string => renderToString(<Skeleton />)

function translator(current: Language) {
  const { app } = catalogues.get()[current] as Pick<Messages, 'app'>
  return createTranslator({ locale: current, messages: { app }, namespace: 'app' })
}

/** The facts of a route and of the routes around it, innermost first. */
function factsAround(route: AnyRoute): ScreenFacts[] {
  const own: ScreenFacts = route.options.staticData ?? {}
  return route.parentRoute ? [own, ...factsAround(route.parentRoute)] : [own]
}

/** A page that needs files of its own: what the boot script shows and fetches before the app runs. */
export interface ListedPage {
  /** Pattern of its address without the base path. */
  pattern: string
  title: Record<Language, string>
  /** The functions that load its code, as text: they name the files of this build. */
  loaders: string[]
  messages: MessageSlice[]
}

/** `$name` is one part of an address, `$` at its end is all that follows. */
function patternOf(path: string): string {
  const start = path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')
  return start.endsWith('/$') ? `^${start.slice(0, -2)}(/|$)` : `^${start}/?$`
}

export async function listPages(): Promise<ListedPage[]> {
  await Promise.all(languages.map((current) => ensureMessages(['app'], current)))
  const { routesById } = createAppRouter(createMemoryHistory())

  return Object.values<AnyRoute>(routesById).flatMap((route) => {
    const { titleKey } = route.options.staticData ?? {}
    if (!titleKey) return []

    const around = factsAround(route)
    return [
      {
        pattern: patternOf(route.fullPath),
        title: {
          fr: translator('fr')(`titles.${titleKey}`),
          en: translator('en')(`titles.${titleKey}`),
        },
        loaders: around.flatMap(({ load }) => (load ? [String(load)] : [])),
        messages: ['app', ...around.flatMap(({ messages = [] }) => messages)],
      },
    ]
  })
}

/** What a search engine shows of the list, or of a material. */
function headOf(material: Material | undefined, current: Language) {
  const t = translator(current)
  if (!material) return { title: `${t('titles.materials')} | Cotation`, description: t('descriptions.materials') }

  const name = material.name[current]
  return { title: `${name} | Cotation`, description: t('descriptions.material', { name }) }
}

/**
 * Renders the pages about materials in all languages from the packaged catalogue. The server sends
 * them while that version is in force. Tests render the first few materials.
 */
export async function renderMaterials(maxMaterials = Number.POSITIVE_INFINITY) {
  const catalogue = sellingCatalogue(packagedCatalogue)
  const { version } = catalogue
  const screens = [undefined, ...catalogue.materials.slice(0, maxMaterials)]
  const pages: Record<string, Partial<Record<Language, object>>> = {}
  for (const current of languages) {
    language.set(current)
    // After the language, whose change marks all data as stale: there is no server to ask again.
    queryClient.setQueryData(catalogueQuery.queryKey, { version, validFrom: new Date(0).toISOString(), catalogue })

    for (const material of screens) {
      const path = material ? `/materials/${material.id}` : '/materials'
      const body = await render(path)
      pages[path] = { ...pages[path], [current]: { ...headOf(material, current), body } }
    }
  }

  return { catalogueVersion: version, pages }
}
