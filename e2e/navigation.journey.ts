import type { Page } from '@playwright/test'
import { binaryStl, box } from '../packages/geometry/solids.ts'
import { demoName, logInAsDemo } from './demo-account.ts'
import { agree, file, opener } from './dropped-parts.ts'
import { expect, expectNoSidewaysScroll, screenTitle, test } from './journey.ts'
import { type Language, words } from './words.ts'

const at = (page: { url(): string }) =>
  new URL(page.url()).pathname.replace('/manufacture', '') + new URL(page.url()).search

/** Opens the prerendered page and waits for hydration: only the app renders the cookie banner. */
async function openLanding(page: Page): Promise<void> {
  await page.goto('/manufacture/quote')
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
}

const redirects = [
  ['/', '/quote?technology=3d-printing'],
  ['/home', '/quote'],
  ['/no/such/page', '/404'],
  ['/user', '/login?redirect=/user'],
  ['/user/order/history?page=2', '/login?redirect=/user/order/history?page=2'],
  ['/checkout', '/login?redirect=/checkout'],
  ['/checkout/agency-payment', '/checkout/agency-payment'],
  ['/checkout/payment', '/checkout/payment'],
  ['/additional-cost/success', '/additional-cost/success'],
] as const

// One browser for all: a new one would load and compile the scripts again for each address.
test('addresses lead a visitor where the specification says (spec 2)', async ({ page }) => {
  for (const [from, to] of redirects) {
    await test.step(`${from} leads to ${to}`, async () => {
      await page.goto(`/manufacture${from}`)
      await expect.poll(() => decodeURIComponent(at(page))).toBe(to)
      await expect(screenTitle(page)).toBeVisible()
    })
  }
})

test('a visitor logs in and returns to the requested page', async ({ page }) => {
  await page.goto('/manufacture/user/account/profile')
  await expect(page).toHaveURL(/\/login\?redirect=/)

  await logInAsDemo(page, new URL(page.url()).search)
  await expect(page).toHaveURL(/\/user\/account\/profile$/)

  await page.goto('/manufacture/login')
  await expect.poll(() => at(page)).not.toContain('/login')

  // Demo accounts may reload. The balance journey covers an account that may not.
  await page.goto('/manufacture/user/account/balance/reload')
  await expect(page.getByRole('heading', { level: 1, name: 'Recharger le solde' })).toBeVisible()
  await expect(page).toHaveURL(/\/user\/account\/balance\/reload$/)
})

test('a first page with an expired session leads to the login and back (spec 8)', async ({ page }) => {
  await page.goto('/manufacture/404')
  await page.evaluate(() => localStorage.setItem('token', JSON.stringify({ value: 'x'.repeat(43) })))
  await page.goto('/manufacture/user/account/profile')

  await expect.poll(() => decodeURIComponent(at(page))).toBe('/login?redirect=/user/account/profile')
  await expect(page.getByText('Votre session a pris fin. Connectez-vous pour continuer.').first()).toBeVisible()

  await logInAsDemo(page, new URL(page.url()).search)
  await expect(page).toHaveURL(/\/user\/account\/profile$/)
})

test('a temporary token does not block the login page', async ({ page }) => {
  await page.goto('/manufacture/404')
  await page.evaluate(() => localStorage.setItem('temporaryToken', JSON.stringify({ value: 'x'.repeat(43) })))
  await page.goto('/manufacture/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
})

const hostileRedirects = [
  '//evil.example',
  '/%5Cevil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
]

test('a login never redirects to another origin (OAU-3)', async ({ page, baseURL }) => {
  for (const hostile of hostileRedirects) {
    await test.step(`redirect=${hostile}`, async () => {
      await logInAsDemo(page, `?redirect=${encodeURIComponent(hostile)}`)
      await expect.poll(() => new URL(page.url()).origin).toBe(baseURL)
      await expect(page.getByRole('button', { name: words.fr.accountOf(demoName) })).toBeVisible()

      await page.evaluate(() => localStorage.clear())
    })
  }
})

test('titles, robots, canonical and description follow the route', async ({ page }) => {
  const robots = page.locator('meta[name="robots"]')
  await page.goto('/manufacture/reset-password')

  await expect(page).toHaveTitle(/mot de passe/i)
  await expect(robots).toHaveAttribute('content', /noindex/)

  await page.goto('/manufacture/quote')
  await expect(page).toHaveTitle(/devis/i)
  await expect(robots).toHaveCount(0)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/manufacture\/quote$/)
  await expect(page.locator('meta[name="description"]')).toHaveCount(1)

  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveTitle(/contact/i)
})

test('a hash link scrolls with an offset of 100 px, also on a direct visit', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/manufacture/terms-of-use#making')
  await expect
    .poll(() => page.evaluate(() => Math.round(document.getElementById('making')?.getBoundingClientRect().top ?? -1)))
    .toBe(100)
})

test('going back restores the scroll position, new pages start at the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLanding(page)
  await page.evaluate(() => window.scrollTo(0, 900))

  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /contact|écri/i })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(850)
})

test('the cookie banner hides on Accept and is remembered as 1; closing hides it too', async ({ page, context }) => {
  await page.goto('/manufacture/quote')
  const banner = page.getByRole('region', { name: 'Cookies' })
  await banner.getByRole('button', { name: 'Accepter' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(banner).toHaveCount(0)
  const stored = await page.evaluate(() => Object.values(localStorage))
  expect(stored).toContain('1')

  await page.evaluate(() => localStorage.clear())
  const other = await context.newPage()
  await other.goto('/manufacture/quote')
  const again = other.getByRole('region', { name: 'Cookies' })
  await expect(again.getByRole('link')).toHaveAttribute('href', /\/terms-of-use\?tab=privacy-policy$/)
  await again.getByRole('button', { name: /Fermer/ }).click()
  await expect(again).toHaveCount(0)
})

test('the language is French until chosen, then remembered', async ({ page }) => {
  await openLanding(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.getByRole('button', { name: words.en.languageButton }).click()
  await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
})

/** Opens a page whose scripts arrive when the returned function is called. */
async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/manufacture${path}`, { waitUntil: 'domcontentloaded' })

  return release
}

test('a button of the landing page pressed before hydration works afterwards', async ({ page }) => {
  const release = await openBeforeScripts(page, '/quote')
  await page.getByRole('button', { name: words.en.languageButton }).click()
  release()

  await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

/** A drop by hand on the page. Tells whether the browser would have opened the file instead. */
function dropByHand(page: Page, name: string, content: Uint8Array): Promise<boolean> {
  return page.evaluate(
    ([fileName, bytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], fileName))
      const init = { dataTransfer: transfer, bubbles: true, cancelable: true }
      const isDragHeld = !document.body.dispatchEvent(new DragEvent('dragover', init))
      const isDropHeld = !document.body.dispatchEvent(new DragEvent('drop', init))
      return !isDragHeld || !isDropHeld
    },
    [name, [...content]] as const,
  )
}

const early = binaryStl(box([20, 20, 20]))

async function expectProjectWith(page: Page, name: string, language: Language = 'fr'): Promise<void> {
  await agree(page, language)
  await expect(page).toHaveURL(/\/manufacture\/quote\/[0-9a-f-]{36}/)
  await expect(opener(page, name, language)).toBeVisible()
}

test('a file chosen before the code of the home page arrives starts a project', async ({ page }) => {
  const release = await openBeforeScripts(page, '/quote')

  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
  await (await dialog).setFiles(file('tot.stl', early))
  release()

  await expectProjectWith(page, 'tot.stl')
})

for (const language of ['fr', 'en'] as const) {
  test(`a file dropped before the code of the home page arrives starts a project (${language})`, async ({ page }) => {
    const release = await openBeforeScripts(page, `/quote?lang=${language}`)

    expect(await dropByHand(page, 'depot.stl', early)).toBe(false)
    release()

    await expectProjectWith(page, 'depot.stl', language)
  })
}

test('only cm and utm parameters of the landing address are sent to the server', async ({ page }) => {
  const access = page.waitForRequest((request) => request.url().includes('/account/distribution/access?cm=atelier'))
  const record = page.waitForRequest((request) => request.url().endsWith('/tools/semRecord'))
  await page.goto('/manufacture/quote?cm=atelier&utm_source=salon&secret=1')
  await access
  const body = (await record).postDataJSON()
  expect(body).toMatchObject({ cm: 'atelier', utm_source: 'salon' })
  expect(Object.keys(body).sort()).toEqual(['browse_url', 'cm', 'referer', 'utm_source'])
})

test('the project centre has empty states for an account without projects', async ({ page }) => {
  await logInAsDemo(page)
  for (const [path, heading] of [
    ['/user/project', 'Projets'],
    ['/user/order/upload-history', 'Fichiers envoyés'],
    ['/user/project/fileList/00000000-0000-4000-8000-000000000000', 'Projet introuvable'],
    ['/quote/00000000-0000-4000-8000-000000000000', 'Projet introuvable ou inaccessible'],
    ['/quote/shared', 'Ce lien ne mène plus à un projet'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/manufacture${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  }
})

test('the first page asks for at most 150 kB of JavaScript', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')

  const scripts = new Set<string>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto('/manufacture/quote', { waitUntil: 'networkidle' })

  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(150_000)
})
