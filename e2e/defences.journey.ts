import { expect, test } from '@playwright/test'

/** Attacks that the browser itself reports in the console: those reports are what we want here. */

test('the pages cannot be framed by another site (WEB-4)', async ({ page, baseURL }) => {
  await page.route('http://other.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${baseURL}/manufacture/login" title="trap"></iframe>`,
    }),
  )
  const refused = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()))
  await page.goto('http://other.example/')
  await refused
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0)
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
