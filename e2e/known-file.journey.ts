import type { Page } from '@playwright/test'
import { binaryStl, box } from '../packages/geometry/solids.ts'
import { choose, drop, expectStatus, file, line, openQuote } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { bomWords, quoteWords } from './words.ts'

const content = binaryStl(box([41, 33, 12]))
const say = bomWords.fr

/** Drops the same bytes under another name on the home page. */
async function dropAgain(page: Page, name: string) {
  await openQuote(page)
  await choose(page, file(name, content))
  const dialog = page.getByRole('dialog', { name: say.knownTitle })
  await expect(dialog.getByText(say.known(name, 'equerre'))).toBeVisible()
  return dialog
}

test('a file that a project has is recognised on the home page by its content', async ({ page, browser }) => {
  await drop(page, [file('equerre.stl', content)])
  await expectStatus(page, 'equerre.stl', quoteWords.fr.ready)
  const project = page.url()

  await test.step('its project opens, unchanged', async () => {
    const dialog = await dropAgain(page, 'copie.stl')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await dialog.getByRole('button', { name: say.openKnown }).click()
    await expect(page).toHaveURL(project)
    await expect(line(page, 'equerre.stl').getByRole('spinbutton')).toHaveValue('1')
  })

  await test.step('its quantity is raised there, and saved', async () => {
    const dialog = await dropAgain(page, 'copie.stl')
    await dialog.getByRole('button', { name: say.raiseKnown }).click()
    await expect(page).toHaveURL(project)
    await expect(line(page, 'equerre.stl').getByRole('spinbutton')).toHaveValue('2')
    await expect(page.getByText(quoteWords.fr.saved)).toBeVisible()
    await page.reload()
    await expect(line(page, 'equerre.stl').getByRole('spinbutton')).toHaveValue('2')
  })

  await test.step('a new project is made anyway', async () => {
    const dialog = await dropAgain(page, 'copie.stl')
    await dialog.getByRole('button', { name: say.createAnyway }).click()
    await expect(line(page, 'copie.stl').getByRole('spinbutton')).toHaveValue('1')
    expect(page.url()).not.toBe(project)
  })

  await test.step('another visitor is not asked', async () => {
    const stranger = await browser.newPage()
    await drop(stranger, [file('equerre.stl', content)])
    await expect(line(stranger, 'equerre.stl')).toBeVisible()
    await stranger.close()
  })
})
