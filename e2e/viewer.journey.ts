import type { Page } from '@playwright/test'
import { plateWithHoles } from '../packages/geometry/solids/plates.ts'
import { binaryStl } from '../packages/geometry/solids/stl.ts'
import { boxText } from '../packages/geometry-host/fuzz/step-assembly.ts'
import { card, choose, file, openQuote } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

const plate = plateWithHoles({ columns: 3, rows: 2, pitch: 10, thickness: 6 }, [
  [2, 0],
  [2, 6],
])

const dialog = (page: Page) => page.getByRole('dialog')
const surface = (page: Page) => dialog(page).getByRole('application')
const tool = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

async function openViewer(page: Page, name: string) {
  await card(page, name)
    .getByRole('button', { name: `Voir en 3D ${name}` })
    .click({ timeout: 30_000 })
  await expect(surface(page)).toHaveAttribute('data-state', 'drawn', { timeout: 20_000 })
}

/** The canvas alone, without the dimensions drawn over it, once two pictures in a row are the same. */
async function settledPicture(page: Page): Promise<Buffer> {
  let last = await surface(page).screenshot()
  for (let n = 0; n < 20; n++) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const next = await surface(page).screenshot()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('the picture does not come to rest')
}

/** Pixels of a part are painted into the canvas: as many as are not the paper's colour or its grid's. */
async function inkShare(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(async (encoded) => {
    const image = new Image()
    image.src = `data:image/png;base64,${encoded}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (!context) return 0
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const paper = [data[4 * (4 * image.width + 4)] ?? 0, data[4 * (4 * image.width + 4) + 2] ?? 0]
    let inked = 0
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs((data[i] ?? 0) - (paper[0] ?? 0)) > 24 || Math.abs((data[i + 2] ?? 0) - (paper[1] ?? 0)) > 24)
        inked++
    }
    return inked / (data.length / 4)
  }, picture.toString('base64'))
}

const shownInk = async (page: Page) => inkShare(page, await settledPicture(page))

test('a dropped part is looked at from all sides, cut open, and put away again', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await openQuote(page)
  await choose(page, file('plaque.stl', binaryStl(plate)))
  await openViewer(page, 'plaque.stl')
  await expect(surface(page).getByRole('img')).toHaveAccessibleName(/plaque\.stl\s: 1 corps, 30 × 20 × 6\smm.*6 trous/)
  await expect(surface(page).getByText('30 mm')).toBeVisible()
  await expect(surface(page)).toBeFocused()
  await expectAccessible(page)

  await tool(page, 'Cotes').click()
  // By a key, so that the ring of the focus is in all the pictures.
  await surface(page).focus()
  await page.keyboard.press('1')
  const first = await settledPicture(page)
  expect(await inkShare(page, first)).toBeGreaterThan(0.1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await settledPicture(page)).equals(first)).toBe(false)
  expect(await shownInk(page)).toBeGreaterThan(0.1)
  await page.keyboard.press('1')
  await expect.poll(async () => (await settledPicture(page)).equals(first)).toBe(true)

  await tool(page, 'Coupe en travers de X').click()
  await expect(tool(page, 'Coupe en travers de X')).toHaveAttribute('aria-pressed', 'true')
  const whole = await inkShare(page, first)
  await expect.poll(() => shownInk(page)).toBeLessThan(0.8 * whole)
  await dialog(page).getByRole('slider').fill('20')
  await expect(dialog(page).getByRole('slider')).toHaveAttribute('aria-valuetext', /^3\smm$/)
  await expect.poll(() => shownInk(page)).toBeLessThan(0.4 * whole)
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Voir en 3D plaque.stl' })).toBeFocused()
  expect(sent).toEqual([])
})

test('a STEP part is drawn, by mouse and wheel too', async ({ page }) => {
  await openQuote(page)
  await choose(page, file('bloc.step', new TextEncoder().encode(boxText())))
  await openViewer(page, 'bloc.step')
  const first = await settledPicture(page)
  expect(await inkShare(page, first)).toBeGreaterThan(0.1)
  const box = await surface(page).boundingBox()
  if (!box) throw new Error('the surface is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await settledPicture(page)).equals(first)).toBe(false)
  const near = await shownInk(page)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => shownInk(page)).toBeLessThan(0.8 * near)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone the viewer fits and is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await openQuote(page)
    await choose(page, file('plaque.stl', binaryStl(plate)))
    await openViewer(page, 'plaque.stl')
    await expectNoSidewaysScroll(page)
    await tool(page, 'Coupe en travers de Z').click()
    await expectAccessible(page)
    await tool(page, 'Dessus').click()
    await expect.poll(() => shownInk(page)).toBeGreaterThan(0.05)
  })
}
