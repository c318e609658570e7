import { languages } from '@cotation/domain'
import { type Html, html } from '@cotation/html'
import type { FastifyInstance } from 'fastify'
import { languageAddress } from '#http/prerendered-pages.ts'

/** The public screens beside the materials. */
const publicPaths = [
  '/quote',
  '/materials',
  '/resources/design-3d-printing',
  '/resources/design-cnc',
  '/resources/design-vacuum-casting',
  '/resources/tolerances',
  '/resources/quality',
  '/resources/files',
  '/resources/shipping',
  '/impossible3dprints',
  '/impossible3dprints/community',
  '/contact',
  '/terms-of-use',
] as const

interface SitemapSources {
  publicUrl: string
  /** The materials that are sold now. */
  materialIds: () => Promise<readonly string[]>
}

/** Every page once per language, each naming the other. */
function entriesOf(address: string): Html[] {
  const alternates = languages.map(
    (other) => html`<xhtml:link rel="alternate" hreflang="${other}" href="${languageAddress(address, other)}"/>`,
  )
  return languages.map((language) => html`<url><loc>${languageAddress(address, language)}</loc>${alternates}</url>\n`)
}

/** What search engines ask for: which pages there are. Private screens say `noindex` themselves. */
export function serveSitemap(app: FastifyInstance, { publicUrl, materialIds }: SitemapSources): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /gateway/\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const paths = [...publicPaths, ...(await materialIds()).map((id) => `/materials/${id}`)]
    const entries = paths.flatMap((path) => entriesOf(`${publicUrl}/manufacture${path}`))
    const sitemap = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries}</urlset>
`
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemap.markup)
  })
}
