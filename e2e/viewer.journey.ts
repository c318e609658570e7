import type { Page } from '@playwright/test'
import { binaryStl, plateWithHoles } from '../packages/geometry/solids.ts'
import { boxText } from '../packages/geometry-host/fuzz/step-assembly.ts'
import { drop, file, openPart } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

const plate = plateWithHoles({ columns: 3, rows: 2, pitch: 10, thickness: 6 }, [
  [2, 0],
  [2, 6],
])

const view = (page: Page) => page.getByRole('region', { name: 'Vue 3D de la pièce' })
const surface = (page: Page) => view(page).getByRole('application')
const tool = (page: Page, name: string) => view(page).getByRole('button', { name, exact: true })

/** Drops a part, agrees to the terms and opens its viewer. */
async function openViewer(page: Page, name: string, content: Uint8Array) {
  await drop(page, [file(name, content)])
  await openPart(page, name)
  await expect(surface(page)).toHaveAttribute('data-state', 'drawn', { timeout: 120_000 })
}

/** A screenshot of the canvas once two in a row are equal. */
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

/** The share of pixels that differ from the background. */
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
    // The most frequent colour is the background.
    const seen = new Map<number, number>()
    for (let i = 0; i < data.length; i += 4) {
      const colour = 256 * (data[i] ?? 0) + (data[i + 2] ?? 0)
      seen.set(colour, (seen.get(colour) ?? 0) + 1)
    }

    const [commonest = 0] = [...seen].toSorted(([, a], [, b]) => b - a)[0] ?? []
    const paper = [commonest >> 8, commonest & 255]
    let inked = 0
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs((data[i] ?? 0) - (paper[0] ?? 0)) > 24 || Math.abs((data[i + 2] ?? 0) - (paper[1] ?? 0)) > 24)
        inked++
    }

    return inked / (data.length / 4)
  }, picture.toString('base64'))
}

const shownInk = async (page: Page) => inkShare(page, await settledPicture(page))

test('the viewer turns, sections and measures a part and shows its wall thickness', async ({ page }) => {
  await openViewer(page, 'plaque.stl', binaryStl(plate))
  await expect(surface(page).getByText('30 mm')).toBeVisible()
  await expect(view(page).getByText(/^Sur la pièce\s: .*6 trous$/)).toBeVisible()
  await expectAccessible(page)

  for (const name of ['Cotes', 'Trous']) await tool(page, name).click()
  if (await tool(page, 'Constats').count()) await tool(page, 'Constats').click()
  // By keyboard, so that the focus ring is in all screenshots.
  await surface(page).focus()
  await page.keyboard.press('1')
  const first = await settledPicture(page)
  expect(await inkShare(page, first)).toBeGreaterThan(0.1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await settledPicture(page)).equals(first)).toBe(false)
  await page.keyboard.press('1')
  await expect.poll(async () => (await settledPicture(page)).equals(first)).toBe(true)

  await tool(page, 'Coupe en travers de X').click()
  await expect(tool(page, 'Coupe en travers de X')).toHaveAttribute('aria-pressed', 'true')
  const whole = await inkShare(page, first)
  await expect.poll(() => shownInk(page)).toBeLessThan(0.8 * whole)
  await view(page).getByRole('slider').fill('20')
  await expect(view(page).getByRole('slider')).toHaveAttribute('aria-valuetext', /^3\smm$/)
  await expect.poll(() => shownInk(page)).toBeLessThan(0.4 * whole)
  await tool(page, 'Coupe en travers de X').click()

  await tool(page, 'Mesurer').click()
  await view(page)
    .getByText(/^Sur la pièce/)
    .click()
  const holes = view(page).getByRole('list', { name: 'Trous' }).getByRole('button')
  await holes.first().click()
  await surface(page).focus()
  await page.keyboard.press('Enter')
  await expect(view(page).getByText(/^Entre les points\s: /)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(tool(page, 'Mesurer')).toHaveAttribute('aria-pressed', 'false')

  await holes.first().click()
  await expect(holes.first()).toHaveAttribute('aria-pressed', 'true')
  await tool(page, 'Épaisseur des parois').click()
  await expect(view(page).getByText('Épaisseur des parois (mm)')).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)

  await tool(page, 'Plein écran').click()
  await expect(tool(page, 'Quitter le plein écran')).toBeVisible()
  await tool(page, 'Quitter le plein écran').click()
  await expect(tool(page, 'Plein écran')).toBeVisible()
})

test('the viewer draws a STEP part and follows mouse and wheel', async ({ page }) => {
  await openViewer(page, 'bloc.step', new TextEncoder().encode(boxText()))

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

test('on a phone the viewer fits and is accessible in both colour schemes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openViewer(page, 'plaque.stl', binaryStl(plate))
  await tool(page, 'Coupe en travers de Z').click()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await tool(page, 'Dessus').click()

    await expect.poll(() => shownInk(page)).toBeGreaterThan(0.05)
  }
})
