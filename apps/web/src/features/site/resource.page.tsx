import type { Messages } from '@cotation/messages'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './document.module.css'

type Pages = Messages['site']['resources']['pages']
type ResourceSlug = keyof Pages

/** The resource pages with their sections, in the sequence of the page. */
const resources = {
  'design-3d-printing': ['walls', 'holes', 'voids', 'threads'],
  'design-cnc': ['corners', 'walls', 'holes', 'turning', 'file'],
  'design-vacuum-casting': ['walls', 'draft', 'quantity', 'soft'],
  tolerances: ['printing', 'cnc', 'casting', 'advice'],
  quality: ['before', 'inspection', 'after'],
  files: ['formats', 'units', 'limits', 'retention'],
  shipping: ['carriers', 'terms', 'addresses'],
} as const satisfies { [Slug in ResourceSlug]: readonly (keyof Pages[Slug]['sections'])[] }

const resourceSlugs = Object.keys(resources) as ResourceSlug[]

const isResourceSlug = (slug: string): slug is ResourceSlug => slug in resources

type TextKey = Parameters<ReturnType<typeof useTranslations<'site.resources.pages'>>>[0]

function Article({ slug }: { slug: ResourceSlug }) {
  const t = useTranslations('site.resources')
  const text = (path: string) => t(`pages.${slug}.${path}` as `pages.${TextKey}`)

  return (
    <article className={classes.article}>
      <h1 className={classes.title}>{text('title')}</h1>
      <p className={classes.lead}>{text('lead')}</p>
      {resources[slug].map((section) => (
        <section key={section} id={section} className={classes.section}>
          <h2 className={classes.heading}>{text(`sections.${section}.title`)}</h2>
          {text(`sections.${section}.body`)
            .split('\n\n')
            .map((paragraph) => (
              <p key={paragraph.slice(0, 40)} className={classes.paragraph}>
                {paragraph}
              </p>
            ))}
        </section>
      ))}
      <p className={classes.ask}>
        {t('ask')} <Link to="/contact">{t('contact')}</Link>
      </p>
    </article>
  )
}

/** Design guides and practical pages of the footer. */
export function ResourcePage() {
  const t = useTranslations('site.resources')
  const footer = useTranslations('app.footer')
  const { slug } = useParams({ from: '/resources/$slug' })
  if (!isResourceSlug(slug)) return <Navigate to="/404" search={{}} replace />

  return (
    <div className={classes.page}>
      <nav className={classes.side} aria-label={t('navigation')}>
        {resourceSlugs.map((other) => (
          <Link key={other} to="/resources/$slug" params={{ slug: other }} className={classes.sideLink}>
            {footer(other)}
          </Link>
        ))}
      </nav>
      <Article slug={slug} />
    </div>
  )
}
