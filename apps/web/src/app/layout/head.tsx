import { findMaterial } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { basepath } from '#lib/base-path.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { screenFacts } from '#lib/screen-facts.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { resourceSlugs } from './footer-links.ts'

function setTag(selector: string, tag: 'meta' | 'link', attributes: Record<string, string> | null) {
  const existing = document.head.querySelector(selector)
  if (attributes === null) return existing?.remove()

  const element = existing ?? document.head.appendChild(document.createElement(tag))
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/** A parameter of the address, on whichever screen. */
function useParam(name: string): string | undefined {
  return useMatches({
    select: (matches) => matches.flatMap(({ params }) => Object.entries(params)).find(([key]) => key === name)?.[1],
  })
}

/** The material of the screen, if it is about one. */
function useMaterial() {
  const materialId = useParam('materialId')
  const { data } = useQuery({ ...catalogueQuery, enabled: materialId !== undefined })
  return materialId && data ? findMaterial(data.catalogue, materialId) : undefined
}

/**
 * What search engines and browsers show of the screen. A page that exists in both languages has a
 * canonical address for each.
 */
export function useHeadTexts() {
  const t = useTranslations('app')
  const { language } = useLanguage()
  const facts = useMatches({ select: screenFacts })
  const slug = useParam('slug')
  const resource = resourceSlugs.find((candidate) => candidate === slug)
  const material = useMaterial()

  if (material) {
    const name = material.name[language]
    const canonicalHref = `/materials/${material.id}`
    return {
      title: `${name} | Cotation`,
      description: t('descriptions.material', { name }),
      canonicalHref,
      noindex: false,
    }
  }

  const name = resource ? t(`footer.${resource}`) : facts.titleKey && t(`titles.${facts.titleKey}`)
  const { noindex = false, canonicalHref } = facts

  return {
    title: name ? `${name} | Cotation` : t('defaultTitle'),
    description: facts.description && !noindex ? t(`descriptions.${facts.description}`) : null,
    canonicalHref,
    noindex,
  }
}

/**
 * Title, robots, description and canonical link of the screen (spec 2). Screen readers announce the
 * new title.
 */
export function Head() {
  const { title, description, canonicalHref, noindex } = useHeadTexts()

  useEffect(() => {
    document.title = title
    setTag('meta[name="robots"]', 'meta', noindex ? { name: 'robots', content: 'noindex' } : null)
    setTag('meta[name="description"]', 'meta', description ? { name: 'description', content: description } : null)
    const href = canonicalHref ? window.location.origin + basepath + canonicalHref : null
    setTag('link[rel="canonical"]', 'link', href ? { rel: 'canonical', href } : null)
  }, [title, description, noindex, canonicalHref])

  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  )
}
