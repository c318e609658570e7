import { readFile } from 'node:fs/promises'
import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, expectStatus, file, line } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

test('a read-only link shows the project, changes nothing, and can be revoked', async ({ page, browser }) => {
  await drop(page, [file('cale.stl', binaryStl(box([30, 20, 10])))])
  await expectStatus(page, 'cale.stl', 'Prête')
  const price = (await line(page, 'cale.stl').locator('data').last().textContent()) ?? ''
  expect(price).toMatch(/^\d+,\d\d\s\$US$/)

  await page.getByRole('button', { name: 'Partager' }).click()
  const dialog = page.getByRole('dialog', { name: 'Partager ce projet' })
  await dialog.getByRole('button', { name: 'Créer un lien en lecture seule' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Lien en lecture seule' }).inputValue()
  await expectAccessible(page)

  const elsewhere = await browser.newContext()
  const guest = await elsewhere.newPage()
  const changed: string[] = []
  guest.on('request', (request) => {
    if (!['GET', 'POST'].includes(request.method())) changed.push(`${request.method()} ${request.url()}`)
  })

  await guest.goto(link)
  await expect(guest.getByText('Partagé avec vous, en lecture seule')).toBeVisible()
  await expect(guest.getByRole('heading', { level: 1, name: 'cale' })).toBeVisible()
  await expect(guest.getByRole('row').filter({ hasText: 'cale.stl' })).toContainText(price)
  await expectAccessible(guest)

  await guest.getByRole('button', { name: 'Voir cale.stl' }).click()
  const part = guest.getByRole('article', { name: 'Détails de cale.stl' })
  await expect(part.getByRole('region', { name: 'Prix', exact: true }).locator('data').first()).toHaveText(price)
  await expect(part.getByRole('region', { name: 'Modèle 3D' }).getByRole('application')).toHaveAttribute(
    'data-state',
    'drawn',
    { timeout: 120_000 },
  )

  await expect(part.getByRole('spinbutton')).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'Renommer' })).toHaveCount(0)
  await expectAccessible(guest)

  await guest.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(guest)
  expect(changed).toEqual([])

  await dialog.getByRole('button', { name: 'Désactiver le lien' }).click()
  await expect(dialog.getByText('Le lien est désactivé.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Ce lien ne mène plus à un projet' })).toBeVisible()
  await elsewhere.close()
})

test('the quotation can be downloaded as a PDF', async ({ page }) => {
  await drop(page, [file('cale.stl', binaryStl(box([30, 20, 10])))])
  await expectStatus(page, 'cale.stl', 'Prête')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Devis (PDF)' }).click()
  const quotation = await coming
  expect(quotation.suggestedFilename()).toBe('Devis cale.pdf')
  expect((await readFile(await quotation.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-')
})
