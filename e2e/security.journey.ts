import { logInAsDemo } from './demo-account.ts'
import { expect, screenTitle, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { solveCaptcha } from './sign-up.ts'
import { words } from './words.ts'

test('storage holds only token and preferences, and no token after logout (SES-5)', async ({ page }) => {
  await logInAsDemo(page, '?redirect=/user/account/profile')
  await expect(page.getByLabel(words.fr.email, { exact: true })).toHaveValue(/@/)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).toContain('token')
  for (const secret of [process.env.DEMO_PASSWORD ?? '?', 'camille@demo.example']) expect(stored).not.toContain(secret)

  await page.goto('/manufacture/clearToken')
  await expect(screenTitle(page)).toBeVisible()
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
    await expect(screenTitle(page)).toBeVisible()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  }
})

test('markup typed into forms is stored and shown as text, to the customer and to staff (WEB-1)', async ({
  page,
}, testInfo) => {
  // Another one at a second try, because an unchanged profile cannot be saved.
  const payload = `${testInfo.retry}"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
  const expectInert = async () => expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  await logInAsDemo(page, '?redirect=/user/account/profile')
  await page.getByLabel('Entreprise', { exact: true }).fill(payload)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Votre profil est enregistré')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Entreprise', { exact: true })).toHaveValue(payload)
  await expectInert()

  await page.goto('/manufacture/contact')
  await page.getByLabel('Votre nom').fill(payload)
  await page.getByLabel(words.fr.email, { exact: true }).fill('web-1@example.com')
  await page.getByLabel('Message', { exact: true }).fill(`${payload}\n<svg onload="window.hacked=1">`)
  const anotherPicture = page.getByRole('button', { name: words.fr.anotherPicture })
  await solveCaptcha(page, anotherPicture, page.getByRole('textbox', { name: words.fr.code }))
  await page.getByRole('button', { name: 'Envoyer' }).click()
  // The browser proves its work first: leaving the page at once would end the call.
  await expect(page.getByRole('heading', { name: 'Votre message est parti' })).toBeVisible()
  await openMail(page, 'contact@cotation.example', 'Message d’un visiteur (quote)')
  await expect(page.getByText('<svg onload="window.hacked=1">')).toBeVisible()
  await expectInert()
})
