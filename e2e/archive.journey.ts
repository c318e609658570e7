import type { Page } from '@playwright/test'
import { type PackedFile, zipOf } from '../apps/web/src/features/quote/files/archive.fixture.ts'
import { binaryStl, box } from '../packages/geometry/solids.ts'
import { choose, drop, file, line, openPart } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, repeated, test } from './journey.ts'
import { bomWords, quoteWords } from './words.ts'

const stl = (side: number) => binaryStl(box([side, side, 10]))
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const parts: PackedFile[] = [
  { name: 'lot/bride.stl', content: stl(40) },
  { name: 'lot/capot.stl', content: stl(60) },
  { name: 'lot/capot-copie.stl', content: stl(60) },
  { name: 'lot/plans/bride_rev2.pdf', content: pdf },
  { name: 'lot/plans/ensemble.pdf', content: pdf },
  { name: '__MACOSX/lot/._bride.stl' },
  { name: '../evil.stl' },
  { name: 'lot/more.zip' },
]

/** The same rows in both languages: titles and values of customers differ, not the parts. */
const lists = {
  fr: 'Fichier;Qté;Matériau;Finition\nbride.stl;25;Alu 6061;Anodisé noir\ncapot.stl;4;unobtainium;',
  en: 'File,Qty,Material,Finish\nbride.stl,25,Aluminum 6061,Black anodized\ncapot.stl,4,unobtainium,',
} as const

const screens = [
  { language: 'fr', name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { language: 'en', name: 'a phone', viewport: { width: 390, height: 844 } },
] as const

/** What is shown fits and is accessible on a desktop and on a phone. */
async function expectUsableAtAnyWidth(page: Page, viewport: { width: number; height: number }): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize(screen.viewport)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize(viewport)
}

async function unfoldNotices(page: Page, label: string): Promise<void> {
  const folded = page.getByRole('region', { name: label }).locator('details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
}

for (const { language, name: device, viewport } of screens) {
  const say = bomWords[language]

  test(
    `a ZIP brings parts, their drawings and a parts list, which is reviewed first (${language}, ${device})`,
    repeated(language === 'en'),
    async ({ page }) => {
      const list = { name: 'lot/list.csv', content: lists[language] }
      await drop(page, [file('lot.zip', zipOf([...parts, list]))], language)
      await page.setViewportSize(viewport)

      const dialog = page.getByRole('dialog', { name: say.title('list.csv') })
      await expect(dialog.getByRole('definition').filter({ hasText: 'Aluminium 6061-T6' })).toBeVisible()
      await expect(dialog.getByRole('definition').filter({ hasText: say.black })).toBeVisible()
      await expect(dialog.getByText(say.unknown('unobtainium'))).toBeVisible()
      await expectUsableAtAnyWidth(page, viewport)

      await dialog.getByRole('combobox', { name: say.material }).selectOption('mjf/mjf-pa12')
      await expect(dialog.getByText(say.unknown('unobtainium'))).toHaveCount(0)
      await dialog.getByRole('button', { name: say.apply(2) }).click()
      await expect(dialog).toHaveCount(0)
      await expect(line(page, 'bride.stl', language).getByRole('spinbutton')).toHaveValue('25')
      await expect(line(page, 'capot.stl', language).getByRole('spinbutton')).toHaveValue('4')

      // The copy of a part waits for the customer, and so does the drawing of no part.
      await expect(page.getByText(say.sameFile('capot-copie.stl'))).toBeVisible()

      // All notices together leave room for the first part.
      if (viewport.width > 1000) await expect(line(page, 'bride.stl', language)).toBeInViewport({ ratio: 1 })

      // What was left out is named with its reason.
      await unfoldNotices(page, say.notices)
      await expect(page.getByText(say.unsafePath('../evil.stl'))).toBeVisible()
      await expect(page.getByText(say.nested('lot/more.zip'))).toBeVisible()
      await expect(page.getByText(say.attachedPair('bride_rev2.pdf', 'bride.stl'))).toBeVisible()
      await page.getByRole('combobox', { name: say.partOf('ensemble.pdf') }).selectOption({ label: 'capot.stl' })
      await expectUsableAtAnyWidth(page, viewport)
      await page.getByRole('button', { name: say.attach, exact: true }).click()
      await expect(page.getByText(say.attachedPair('ensemble.pdf', 'capot.stl'))).toBeAttached()
      await unfoldNotices(page, say.notices)
      await expect(page.getByText(say.attachedPair('ensemble.pdf', 'capot.stl'))).toBeVisible()

      // The server has it all.
      await expect(page.getByText(quoteWords[language].saved)).toBeVisible()
      await page.reload()
      await expect(line(page, 'bride.stl', language).getByRole('spinbutton')).toHaveValue('25')
      const part = await openPart(page, 'bride.stl', language)
      await expect(part.getByText('bride_rev2.pdf')).toBeVisible()
    },
  )
}

test('a parts list alone sets the parts of an open project, and one undo takes it back', async ({ page }) => {
  await drop(page, [file('bride.stl', stl(40)), file('capot.stl', stl(60))])
  await expect(line(page, 'capot.stl').getByRole('spinbutton')).toHaveValue('1')
  await choose(page, file('liste.csv', new TextEncoder().encode('Fichier;Quantité\nbride;8\ncapot;9\n')))

  const say = bomWords.fr
  await page.getByRole('button', { name: say.apply(2) }).click()
  await expect(line(page, 'bride.stl').getByRole('spinbutton')).toHaveValue('8')
  await expect(line(page, 'capot.stl').getByRole('spinbutton')).toHaveValue('9')

  await page.keyboard.press('Control+z')
  await expect(line(page, 'bride.stl').getByRole('spinbutton')).toHaveValue('1')
  await expect(line(page, 'capot.stl').getByRole('spinbutton')).toHaveValue('1')
})
