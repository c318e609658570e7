import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../chromium.ts'
import { freePort, startProduct } from '../start-product.ts'
import { walk } from './walk.ts'

/** Takes the pictures of docs/screens.md: starts the product and walks through its main states. */
const product = await startProduct(await freePort())
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })

try {
  const password = /camille@demo\.example\s+(\S+)/.exec(product.said)?.[1] ?? ''
  process.env.DEMO_PASSWORD = password
  process.env.PRODUCT_DATA = product.dataDir
  await walk(browser, product.url)
} finally {
  await browser.close()
  await product.stop()
}
