import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../docs/images')

/** A page of documentation is fetched over the line of whoever reads it. */
const mostBytes = 200_000

/** Waits until nothing moves, and writes the page, or a part of it, with as few colours as can be done without being seen. */
export async function picture(page: Page, name: string, part?: Locator): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))

  const taken = await (part ?? page).screenshot({ animations: 'disabled', caret: 'hide' })
  await mkdir(folder, { recursive: true })

  const { size } = await sharp(taken)
    .png({ palette: true, colours: 256, effort: 10, compressionLevel: 9, dither: 0.6 })
    .toFile(join(folder, `${name}.png`))
  process.stdout.write(`${name}.png: ${Math.round(size / 1000)} kB\n`)
  if (size > mostBytes) throw new Error(`${name}.png is larger than ${mostBytes} bytes`)
}
