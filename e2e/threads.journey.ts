import { binaryStl, plateWithHoles } from '../packages/geometry/solids.ts'
import { drop, file, openPricedPart } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'

/** A plate of 4.76 mm with holes of Ø 6.6 mm: clearance for M6, nearly the tap drill of M8. */
const plate = binaryStl(
  plateWithHoles({ columns: 3, rows: 2, pitch: 20, thickness: 4.76 }, [
    [3.3, 0],
    [3.3, 4.76],
  ]),
)

const texts = {
  fr: {
    view: 'Vue 3D de la pièce',
    threads: 'Taraudages et inserts',
    work: /^Opération\s: 6 × Ø/,
    size: /^Dimension\s: 6 × Ø/,
    depth: /^Profondeur taraudée/,
    depthMm: '4,76',
    group: /^6 × Ø 6,\d+\smm, débouchant/,
    tapped: '6 trous, 6 avec opération',
    tooDeep: /n’ont que 4,76\smm de profondeur, vous en demandez 12/,
  },
  en: {
    view: '3D view of the part',
    threads: 'Threads and inserts',
    work: /^Work in 6 × Ø/,
    size: /^Size in 6 × Ø/,
    depth: /^Thread depth/,
    depthMm: '4.76',
    group: /^6 × Ø 6\.\d+\smm, through/,
    tapped: '6 holes, 6 with work',
    tooDeep: /are only 4\.76\smm deep, you ask for 12/,
  },
} as const

/** Each language has its own window size for the walk; what it shows is checked at both. */
const walks = [
  { language: 'fr', width: 1440, other: 390 },
  { language: 'en', width: 390, other: 1440 },
] as const

for (const { language, width, other } of walks) {
  test(
    `threads on a plate are chosen by clicking a hole (${language}, ${width} px)`,
    repeated(language === 'en'),
    async ({ page }) => {
      const say = texts[language]
      await drop(page, [file('plaque.stl', plate)], language)
      // Only now: a phone has the language in its menu.
      await page.setViewportSize({ width, height: 900 })
      const part = await openPricedPart(page, 'plaque.stl', language)
      const view = part.getByRole('region', { name: say.view })
      const holes = part.getByRole('region', { name: say.threads, exact: true })
      await expect(view.getByRole('application')).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })

      await view.locator('[data-kind="hole"]:not([data-hidden]) button').first().click()
      await expect(holes.getByLabel(say.work)).toBeFocused()
      await expect(holes.getByLabel(say.work)).toBeInViewport()
      await expect(holes.getByRole('button', { name: say.group })).toHaveAttribute('aria-pressed', 'true')

      await holes.getByLabel(say.work).selectOption('tapping')
      await expect(holes.getByLabel(say.size)).toHaveValue('M8')
      await expect(holes.getByLabel(say.depth)).toHaveValue(say.depthMm)
      await expect(holes.getByText(say.tapped)).toBeVisible()
      await expect(holes.getByRole('alert')).toHaveCount(0)

      for (const shown of [width, other]) {
        await page.setViewportSize({ width: shown, height: 900 })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }

      await holes.getByLabel(say.depth).fill('12')
      await expect(holes.getByText(say.tooDeep)).toHaveCount(1)
    },
  )
}
