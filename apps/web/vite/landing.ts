import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type HtmlTagDescriptor, minify, type Plugin, type Rolldown } from 'vite'
import type { ListedPage } from '../src/app/prerender.tsx'
import { compiledMessages } from './compiled-messages.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The French texts of the quote home, fetched in parallel with the code. */
const landingTexts = 'texts-first-fr'
const materialScreen = /\/features\/material\/materials?\.page\.tsx$/
const fonts = ['archivo-latin-wght-normal', 'inter-latin-wght-normal']

type Prerender = typeof import('../src/app/prerender.tsx')

/** Builds the app a second time for Node, to render its public pages. */
async function buildForNode() {
  const outDir = here('../node_modules/.prerender')
  const built = await build({
    configFile: false,
    root: here('..'),
    base: '/manufacture/',
    logLevel: 'warn',
    plugins: [react(), compiledMessages()],
    ssr: { noExternal: true },
    build: { ssr: here('../src/app/prerender.tsx'), outDir, emptyOutDir: true, minify: false, copyPublicDir: false },
  })

  if (!('output' in built)) throw new Error('The app was not built for Node')
  const rendered: Prerender = await import(`${pathToFileURL(`${outDir}/prerender.js`)}?at=${Date.now()}`)
  return { ...rendered, nodeChunks: built.output.filter((file) => file.type === 'chunk') }
}

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

/** Chunks with everything that they import. */
function withImports(bundle: Rolldown.OutputBundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean) {
  const chunks = chunksOf(bundle)
  const seen = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) add(next)
  }

  for (const chunk of chunks) if (isWanted(chunk)) add(chunk)

  return [...seen]
}

const stylesOf = (chunks: readonly Rolldown.OutputChunk[]) => [
  ...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])),
]

/** The style sheets of the screens about materials, with those of everything that they import. */
const materialStyles = (bundle: Rolldown.OutputBundle) =>
  stylesOf(withImports(bundle, (chunk) => materialScreen.test(chunk.facadeModuleId ?? '')))

/** The source file that a page's function for loading it (an import) names in the Node build. */
function sourceOf(loader: string, nodeChunks: readonly Rolldown.OutputChunk[]): string {
  const name = /import\("\.\/([^"]+)"\)/.exec(loader)?.[1]
  const source = nodeChunks.find(({ fileName }) => name && fileName.endsWith(name))?.facadeModuleId
  if (!source) throw new Error(`No file for the page that is loaded by ${loader}`)
  return source
}

/** Everything that a page loads after the entry: its code with styles, and its texts by language. */
function filesOfPage(page: ListedPage, bundle: Rolldown.OutputBundle, nodeChunks: readonly Rolldown.OutputChunk[]) {
  const sources = page.loaders.map((loader) => sourceOf(loader, nodeChunks))
  const entry = new Set(withImports(bundle, ({ isEntry }) => isEntry))
  const code = withImports(bundle, ({ facadeModuleId }) => sources.includes(facadeModuleId ?? ''))
  const later = code.filter((chunk) => !entry.has(chunk))

  const texts = (language: string) =>
    chunksOf(bundle)
      .filter(({ moduleIds }) =>
        page.messages.some((slice) => moduleIds.some((id) => id.endsWith(`/messages/${language}/${slice}.json`))),
      )
      .map(({ fileName }) => fileName)

  const shared = [...later.map(({ fileName }) => fileName), ...stylesOf(later)]
  return { fr: [...shared, ...texts('fr')], en: [...shared, ...texts('en')] }
}

/** The pages for the boot script. Files are numbers in one list, because pages share most of them. */
function pagesForBoot(
  pages: readonly ListedPage[],
  bundle: Rolldown.OutputBundle,
  nodeChunks: readonly Rolldown.OutputChunk[],
  base: string,
) {
  const addresses: string[] = []
  const numberOf = (file: string) => {
    const known = addresses.indexOf(base + file)
    return known === -1 ? addresses.push(base + file) - 1 : known
  }

  const listed = pages.map((page) => {
    const { fr, en } = filesOfPage(page, bundle, nodeChunks)
    return { pattern: page.pattern, title: page.title, files: { fr: fr.map(numberOf), en: en.map(numberOf) } }
  })
  return { addresses, pages: listed }
}

/** The file of a chunk that the page loads early. */
function fileOf(bundle: Rolldown.OutputBundle, name: string): string {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
  if (!chunk) throw new Error(`No chunk for ${name}: the groups of chunk-groups.ts have changed`)
  return chunk.fileName
}

/**
 * Inlines the first page's styles, which saves a round trip before the first paint. The boot script
 * tells the loader of later screens which files it need not fetch.
 */
function withInlineStyles(html: string, bundle: Rolldown.OutputBundle, base: string): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (tag, href: string) => {
    const asset = bundle[href.slice(base.length)]
    if (asset?.type !== 'asset') return tag
    return `<style data-file="${href}">${asset.source}</style>`
  })
}

/** The chunks that run before the entry, dependencies first. */
const earlierChunks = ['react', 'libraries']

/**
 * Removed, because the boot script fetches the code itself: after the first paint on the
 * prerendered page.
 */
const preloadTags = /\s*<link rel="modulepreload"[^>]*>/g
const entryTag = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/

/** The boot script starts the entry, not its tag: see `boot.js`. */
function entryAddress(html: string): string {
  const address = entryTag.exec(html)?.[1]
  if (!address) throw new Error('No entry script in index.html')
  return address
}

function fontTags(bundle: Rolldown.OutputBundle, base: string): HtmlTagDescriptor[] {
  return Object.keys(bundle)
    .filter((file) => fonts.some((font) => file.includes(font)))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: base + file, crossorigin: '' },
      injectTo: 'head' as const,
    }))
}

/**
 * Puts the prerendered quote home, the skeleton of other pages, styles, fonts and the boot script
 * into `index.html`, and the pages about materials into a file from which the server sends them.
 */
export function landing(): Plugin {
  let base = '/'
  let outDir = ''
  let materials = ''
  return {
    name: 'landing',
    configResolved: (config) => {
      base = config.base
      outDir = config.build.outDir
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const boot = await readFile(here('./boot.js'), 'utf8')
        if (!bundle) return html.replace('/*boot*/', () => boot)

        const texts = [base + fileOf(bundle, landingTexts)]
        const earlier = earlierChunks.map((name) => base + fileOf(bundle, name))
        const scripts = [...earlier, entryAddress(html)]

        const { renderLanding, renderMaterials, renderSkeleton, listPages, nodeChunks } = await buildForNode()
        const page = await renderLanding()

        const pages = pagesForBoot(await listPages(), bundle, nodeChunks, base)
        const files = JSON.stringify({ scripts, texts, ...pages })

        const { code: bootCode } = await minify(
          'boot.js',
          boot.replace(', null)', () => `, ${files})`),
        )

        const styles = materialStyles(bundle).map((file) => base + file)
        // The home's styles are in the page already.
        const further = styles.filter((href) => !html.includes(href))
        materials = JSON.stringify({ ...(await renderMaterials()), styles: further })

        return {
          html: withInlineStyles(html.replace(entryTag, '').replace(preloadTags, ''), bundle, base)
            .replace('/*boot*/', () => bootCode)
            .replace('<!--landing-->', () => `<!--landing--><div id="landing">${page}</div><!--/landing-->`)
            .replace('<!--skeleton-->', () => `<div id="skeleton">${renderSkeleton()}</div>`),
          tags: fontTags(bundle, base),
        }
      },
    },
    // After the compression of the files that browsers load.
    async closeBundle() {
      if (materials) await writeFile(join(outDir, 'prerendered.json'), materials)
    },
  }
}
