import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { demoName, logInAsDemo } from './demo-account.ts'
import { words } from './words.ts'

/** Attacks that the browser itself reports in the console: those reports are what we want here. */

/** Another origin that shows the given page. */
async function foreignSite(body: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

test('another site cannot log a customer out (SES-4)', async ({ page, baseURL, context }) => {
  await logInAsDemo(page)
  const site = await foreignSite(`<img src="${baseURL}/gateway/global/account/logout" alt="">`)
  const other = await context.newPage()
  await other.goto(site.url, { waitUntil: 'networkidle' })
  site.close()
  await page.reload()
  await expect(page.getByRole('button', { name: words.fr.accountOf(demoName) })).toBeVisible()
})

test('the pages cannot be framed by another site (WEB-4)', async ({ page, baseURL }) => {
  const site = await foreignSite(`<iframe src="${baseURL}/manufacture/login" title="trap"></iframe>`)
  await page.goto(site.url, { waitUntil: 'networkidle' })
  site.close()
  await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Connexion' })).toHaveCount(0)
})

test('an injected script or markup is stopped by the page’s policy (SES-5, WEB-2)', async ({ page }) => {
  await page.goto('/manufacture/quote')

  const outcome = await page.evaluate(() => {
    const attempts = {
      markup: () => {
        document.body.innerHTML += '<img src="x" onerror="window.hacked = 1">'
      },
      inline: () => {
        const script = document.createElement('script')
        script.textContent = 'window.hacked = 1'
        document.body.append(script)
      },
      handler: () => {
        document.body.setAttribute('onclick', 'window.hacked = 1')
        document.body.click()
      },
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return `${name} passed`
      } catch (error) {
        return `${name} ${error instanceof TypeError ? 'refused' : 'failed'}`
      }
    })
  })

  expect(outcome.slice(0, 2)).toEqual(['markup refused', 'inline refused'])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})
