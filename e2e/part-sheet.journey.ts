import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, file, opener } from './dropped-parts.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { phone } from './ordering/screens.ts'
import { quoteWords } from './words.ts'

const say = quoteWords.fr
const parts = Array.from({ length: 8 }, (_, i) => file(`part-${i}.stl`, binaryStl(box([20 + i, 20, 10]))))

test('the sheet of a part keeps the keyboard inside and returns to its line', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await drop(page, parts)

  const line = opener(page, 'part-5.stl')
  await page.mouse.move(200, 400)
  await expect(async () => {
    await page.mouse.wheel(0, 300)
    await expect(line).toBeInViewport({ timeout: 200 })
  }).toPass()
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))

  await line.click()

  const sheet = page.getByRole('dialog', { name: say.part('part-5.stl') })
  await expect(sheet).toBeFocused()
  await expectAccessible(page)

  // Backwards from the first control, where the links of the page behind would come next.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Shift+Tab')
    const behind = await sheet.evaluate((element) => {
      const focused = document.activeElement
      // Without a focused element the keyboard is in the browser's own controls.
      if (focused === null || focused === document.body) return null

      const isInFront = element.contains(focused) || focused.closest('[data-floats]') !== null
      return isInFront ? null : focused.outerHTML
    })
    expect(behind).toBeNull()
  }

  await sheet.getByRole('button', { name: say.close }).focus()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
})
