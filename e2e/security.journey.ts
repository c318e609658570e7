import { logInAsDemo } from './demo-account.ts'
import { expect, test } from './journey.ts'
import { words } from './words.ts'

test('storage holds the token and preferences, nothing else, and is empty of it after log-out (SES-5)', async ({
  page,
}) => {
  await logInAsDemo(page, '?redirect=/user/account/profile')
  await expect(page.getByLabel(words.fr.email, { exact: true })).toHaveValue(/@/)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).toContain('token')
  for (const secret of [process.env.DEMO_PASSWORD ?? '?', 'camille@demo.example']) expect(stored).not.toContain(secret)

  await page.goto('/manufacture/clearToken')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('camille@demo.example')).toHaveCount(0)
})

test('markup in an address or a form never runs (WEB-1)', async ({ page }) => {
  const payload = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
  for (const path of [
    `/quote?technology=${encodeURIComponent(payload)}`,
    `/terms-of-use?tab=${encodeURIComponent(payload)}`,
    `/404#${encodeURIComponent(payload)}`,
    `/quick-callback/${encodeURIComponent(payload)}?error=${encodeURIComponent(payload)}`,
  ]) {
    await page.goto(`/manufacture${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  }
})
