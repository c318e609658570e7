import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The weights that our styles use. `base.css` declares the same ranges. */
export const fontWeights = {
  inter: { min: 400, max: 700 },
  archivo: { min: 600, max: 750 },
}

/** What our texts need: kerning, ligatures, accents, tabular figures and fractions. */
const features = [
  'calt',
  'ccmp',
  'dnom',
  'frac',
  'kern',
  'liga',
  'locl',
  'mark',
  'mkmk',
  'numr',
  'rlig',
  'rvrn',
  'tnum',
]

const outputFolder = join(import.meta.dirname, '../node_modules/.narrow-fonts')
const { resolve: pathOf } = createRequire(import.meta.filename)

/** All characters of a list such as "U+0000-00FF,U+0131". */
export function charactersOf(ranges: string): string {
  const characters = ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    const start = Number.parseInt(first, 16)
    const count = Number.parseInt(last, 16) - start + 1
    return Array.from({ length: count }, (_, i) => String.fromCodePoint(start + i))
  })
  return characters.join('')
}

async function narrow(family: keyof typeof fontWeights): Promise<{ find: string; replacement: string }> {
  const folder = `@fontsource-variable/${family}`
  const name = `${family}-latin-wght-normal.woff2`
  const original = await readFile(pathOf(`${folder}/files/${name}`))
  const ranges: { latin: string } = JSON.parse(await readFile(pathOf(`${folder}/unicode.json`), 'utf8'))

  const narrowed = await subsetFont(original, charactersOf(ranges.latin), {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: fontWeights[family] },
  })
  const replacement = join(outputFolder, name)
  await writeFile(replacement, narrowed)
  return { find: `${folder}/files/${name}`, replacement }
}

/**
 * Leaves weights and features that nothing uses out of the fonts: 83 kB become 52, on the first load
 * of every page.
 */
export function narrowFonts(): Plugin {
  return {
    name: 'narrow-fonts',
    apply: 'build',
    async config() {
      await mkdir(outputFolder, { recursive: true })
      return { resolve: { alias: await Promise.all([narrow('inter'), narrow('archivo')]) } }
    },
  }
}
