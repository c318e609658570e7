import type { CDPSession, Page } from '@playwright/test'
import { logInAsDemo } from './demo-account.ts'
import { expect } from './journey.ts'
import { refuseStream } from './no-stream.ts'
import { anAddress, enter, signUp } from './ordering/customer.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { phone } from './ordering/screens.ts'
import { test } from './staff.ts'
import { expectLoaded, staffScreens } from './staff-screens.ts'

/** A slow phone connection, so that a page shows what it shows while it loads. */
const slowConnection = { offline: false, latency: 100, downloadThroughput: 400_000, uploadThroughput: 100_000 }

/** Google calls a page good up to 0.1; ours must stay below half of it. */
const maxShift = 0.05
/** One of them comes after the first paint. */
const maxScripts = 18

const screens = [
  '/quote',
  '/login',
  '/contact',
  '/materials',
  '/user/home',
  '/user/account/profile',
  '/user/account/address',
  '/user/account/balance',
  '/user/account/referral',
  '/user/order/history',
  '/user/order/upload-history',
  '/user/prime/point',
  '/user/project',
]

/** Sums the layout shifts that the visitor did not cause. */
function watchShifts() {
  const seen = { shift: 0 }
  Object.assign(window, { seen })

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

async function throttle(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devTools.send('Network.emulateNetworkConditions', slowConnection)
  return devTools
}

/** Loads a page with an empty cache: few scripts arrive, and nothing jumps. Returns the scripts. */
async function expectCalmPage(page: Page, path: string): Promise<string[]> {
  return test.step(path, async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })

    await page.goto(`/manufacture${path}`)
    await expect(page.getByRole('banner')).toBeVisible()
    await page.waitForLoadState('networkidle')
    page.removeAllListeners('request')

    expect(await shiftOf(page), `layout shift of ${path}`).toBeLessThan(maxShift)
    expect(scripts.length, `scripts of ${path}`).toBeLessThanOrEqual(maxScripts)

    return scripts
  })
}

for (const viewport of [phone.viewport, { width: 1440, height: 900 }]) {
  test(`pages load in few files and do not jump at ${viewport.width} px`, async ({ page }) => {
    test.slow()
    await logInAsDemo(page)
    await page.setViewportSize(viewport)
    await refuseStream(page.context())
    await page.addInitScript(watchShifts)
    await throttle(page)

    for (const path of screens) await expectCalmPage(page, path)
  })

  test(`a project and its checkout load in few files and do not jump at ${viewport.width} px`, async ({ page }) => {
    const customer = await signUp(phone)
    await anAddress(customer)
    const { id } = await aReadyProject(customer)
    await enter(page, customer, { ...phone, viewport })
    await refuseStream(page.context())
    await page.addInitScript(watchShifts)
    await throttle(page)

    const ofProject = await expectCalmPage(page, `/quote/${id}`)
    const ofCheckout = await expectCalmPage(page, `/checkout?project=${id}`)

    // Schemas of forms take a phone a third of a second to build: both pages show none at first.
    const ofForms = [...ofProject, ...ofCheckout].filter((script) => script.includes('/forms-'))
    expect(ofForms).toEqual([])
  })
}

test('a page shows its title and a skeleton before its code arrives', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })

  await page.goto('/manufacture/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  await expect(page).toHaveTitle('Connexion | Cotation')
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')

  arrival.resolve()
  await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible()
})

test('a customer’s page asks for the user while its code is still on its way', async ({ page }) => {
  await logInAsDemo(page)
  const asked = page.waitForRequest('**/gateway/global/common/index')
  await page.route('**/assets/home.page-*.js', async (route) => {
    await asked
    await route.continue()
  })

  await page.goto('/manufacture/user/home')
  await expect(page.getByRole('heading', { level: 1, name: /^Bonjour/ })).toBeVisible()
})

test('the checkout asks for addresses and the basket’s lines once', async ({ page }) => {
  const customer = await signUp(phone)
  await anAddress(customer)
  const { id } = await aReadyProject(customer)
  await enter(page, customer, phone)

  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/gateway/global/')) asked.push(`${request.method()} ${pathname}`)
  })
  await page.goto(`/manufacture/checkout?project=${id}`)
  // On a busy machine the network is idle before the page asks for anything.
  await expect(page.getByRole('button', { name: 'Place the order' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  expect(asked.filter((call) => call === 'GET /gateway/global/account/address')).toHaveLength(1)
  expect(asked.filter((call) => call === `GET /gateway/global/project/${id}`)).toHaveLength(1)
})

/** back-office.md 8: what the first screen of a visit may transfer, compressed. */
const maxStaffBytes = 300_000

/** Without the work station, which reads ahead what an operator needs when the network is gone. */
const menuScreens = staffScreens.filter(({ group, path }) => group !== null && path !== 'work')

test('each screen of the staff menu loads with at most 300 kB, and no style twice', async ({ page, staff }) => {
  test.slow()
  await staff.signIn(page)
  await refuseStream(page.context())
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  let asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let bytes = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })

  for (const { path } of menuScreens) {
    await test.step(path, async () => {
      asked = []
      bytes = 0
      await page.goto(`/manufacture/staff/${path}`)
      await expectLoaded(page, 'fr')
      await page.waitForLoadState('networkidle')

      expect(bytes, 'something was counted').toBeGreaterThan(50_000)
      expect.soft(bytes, `bytes of ${path}`).toBeLessThanOrEqual(maxStaffBytes)

      const inlined = await page
        .locator('style[data-file]')
        .evaluateAll((all) => all.map((one) => one.dataset.file ?? ''))
      expect(inlined.length).toBeGreaterThan(0)
      const fetchedTwice = asked.filter((file) => inlined.includes(file))
      expect(fetchedTwice, `styles that ${path} has and fetches`).toEqual([])
    })
  }
})
