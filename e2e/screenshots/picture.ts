import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../docs/images')

/** Readers download these pictures, so they must stay small. */
const maxBytes = 200_000

/** Waits until nothing moves, then saves the page, or part of it, with a reduced palette. */
export async function picture(page: Page, name: string, part?: Locator): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))

  const taken = await (part ?? page).screenshot({ animations: 'disabled', caret: 'hide' })
  await mkdir(folder, { recursive: true })

  const { size } = await sharp(taken)
    .png({ palette: true, colours: 256, effort: 10, compressionLevel: 9, dither: 0.6 })
    .toFile(join(folder, `${name}.png`))
  process.stdout.write(`${name}.png: ${Math.round(size / 1000)} kB\n`)
  if (size > maxBytes) throw new Error(`${name}.png is larger than ${maxBytes} bytes`)
}
