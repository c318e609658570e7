import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, type Language, languages } from '@cotation/domain'
import { html } from '@cotation/html'

/** What the build writes for search engines and slow connections: `apps/web/vite/landing.ts`. */
export interface PrerenderedPages {
  /** The pages show figures of this version. */
  catalogueVersion: string
  /** Addresses of the style sheets that the pages need in addition to those of the app. */
  styles: readonly string[]
  /** By path without the base path. */
  pages: Readonly<Record<string, Readonly<Record<Language, PrerenderedPage>>>>
}

interface PrerenderedPage {
  title: string
  description: string
  /** The screen as markup. */
  body: string
}

export const prerenderedFile = 'prerendered.json'

export function readPrerenderedPages(distDir: string): PrerenderedPages | undefined {
  const path = join(distDir, prerenderedFile)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PrerenderedPages) : undefined
}

/** The address of a page in a language. French needs no parameter. */
export const languageAddress = (address: string, language: Language): string =>
  language === defaultLanguage ? address : `${address}?lang=${language}`

function headTags(
  { title, description }: PrerenderedPage,
  language: Language,
  address: string,
  styles: readonly string[],
) {
  const alternates = languages.map(
    (other) => html`<link rel="alternate" hreflang="${other}" href="${languageAddress(address, other)}">`,
  )
  return html`<title>${title}</title>
    <meta name="description" content="${description}">
    <link rel="canonical" href="${languageAddress(address, language)}">
    ${alternates}
    ${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}`.markup
}

const titleAndDescription = /<title>[\s\S]*?<meta\s+name="description"[\s\S]*?>/
const displayFontTag = /\s*<link[^>]*\bhref="[^"]*\/archivo-[^"]*"[^>]*>/g
const landing = /<!--landing-->[\s\S]*<!--\/landing-->/

/**
 * The app's page with a prerendered screen in place of the quote home. `boot.js` shows it until the
 * app takes over.
 */
export function withPrerenderedPage(
  appPage: string,
  { pages, styles }: PrerenderedPages,
  { path, language, publicUrl }: { path: string; language: Language; publicUrl: string },
): string | undefined {
  const page = Object.hasOwn(pages, path) ? pages[path]?.[language] : undefined
  if (!page) return undefined

  const address = `${publicUrl}/manufacture${path}`
  return appPage
    .replace(/<html lang="\w+"/, `<html lang="${language}" data-prerendered`)
    .replace(titleAndDescription, () => headTags(page, language, address, styles))
    .replace(landing, () => `<div id="landing">${page.body}</div>`)
}

const needsScript = html`<noscript>
    <p lang="fr">Cette page a besoin de JavaScript.</p>
    <p lang="en">This page needs JavaScript.</p>
  </noscript>`.markup

/** The app's page for a screen that is not prerendered: without the quote home. */
export function screenPageOf(appPage: string): string {
  return appPage.replace(landing, () => needsScript)
}

/**
 * The app's page for the staff side, without the heading font: its first load has a size limit, and
 * its headings use the text font.
 */
export function staffPageOf(appPage: string): string {
  return screenPageOf(appPage)
    .replace(/<html lang="\w+"/, '$& data-staff')
    .replace(displayFontTag, '')
}
