import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { basepath } from '#lib/base-path.ts'
import { screenFacts } from '#lib/screen-facts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { resourceSlugs } from './footer-links.ts'

function setTag(selector: string, tag: 'meta' | 'link', attributes: Record<string, string> | null) {
  const existing = document.head.querySelector(selector)
  if (attributes === null) return existing?.remove()

  const element = existing ?? document.head.appendChild(document.createElement(tag))
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/**
 * Title, robots, description and canonical link of the screen (spec 2). Screen readers announce the
 * new title.
 */
export function Head() {
  const t = useTranslations('app')
  const facts = useMatches({ select: screenFacts })
  const slug = useMatches({
    select: (matches) => matches.flatMap(({ params }) => ('slug' in params ? params.slug : [])).at(0),
  })
  const resource = resourceSlugs.find((candidate) => candidate === slug)
  const name = resource ? t(`footer.${resource}`) : facts.titleKey && t(`titles.${facts.titleKey}`)
  const title = name ? `${name} | Cotation` : t('defaultTitle')
  const description = facts.description && !facts.noindex ? t(`descriptions.${facts.description}`) : null
  const { noindex, canonicalHref } = facts

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
