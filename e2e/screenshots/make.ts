import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../chromium.ts'
import { freePort, type RunningProduct, startProduct } from '../start-product.ts'
import { walkStaff } from './staff-walk.ts'
import { walk } from './walk.ts'

/** Pictures of customers begin with an empty shop, because they make their own orders. */
async function takeCustomerPictures(browser: Browser, product: RunningProduct): Promise<void> {
  process.env.DEMO_PASSWORD = /camille@demo\.example\s+(\S+)/.exec(product.said)?.[1] ?? ''
  process.env.PRODUCT_DATA = product.dataDir
  await walk(browser, product.url)
}

async function takeStaffPictures(browser: Browser, product: RunningProduct): Promise<void> {
  await product.says('Demo shop:')
  await walkStaff(browser, product)
}

/** Takes the pictures of docs/screens.md, or with the word `staff` only those of the back office. */
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })

async function take(demo: string, pictures: typeof takeStaffPictures): Promise<void> {
  const product = await startProduct(await freePort(), { DEMO: demo })
  try {
    await pictures(browser, product)
  } finally {
    await product.stop()
  }
}

try {
  if (!process.argv.includes('staff')) await take('accounts', takeCustomerPictures)
  await take('on', takeStaffPictures)
} finally {
  await browser.close()
}
