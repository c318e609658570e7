import { binaryStl, box } from '../packages/geometry/solids.ts'
import { drop, expectStatus, file, opener } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { fillSignUp } from './sign-up.ts'
import { checkoutWords, words } from './words.ts'

test('a visitor orders, signs up, is back at the order, and finds the project and its file', async ({ page }) => {
  test.slow()
  const person = { name: 'Noé', email: 'noe@example.com', password: 'Pied-a-coulisse' }
  await drop(page, [file('equerre.stl', binaryStl(box([40, 25, 8])))])
  await expectStatus(page, 'equerre.stl', 'Prête')
  const address = new URL(page.url()).pathname

  await test.step('order, sign up, activate and be back at the order', async () => {
    await page.getByRole('link', { name: checkoutWords.fr.orderReady }).click()
    await page.getByRole('main').getByRole('link', { name: 'Créer un compte' }).click()
    await fillSignUp(page, 'fr', person)
    await openMail(page, person.email, words.fr.activationSubject)
    await page.getByRole('link', { name: /\/manufacture\/activate/ }).click()
    await page.getByRole('button', { name: words.fr.activate }).click()

    await expect(page).toHaveURL(/\/checkout\?project=/)
    await expect(page.getByRole('main').getByText('equerre', { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: words.fr.accountOf(person.name) })).toBeVisible()
  })

  const project = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Ouvrir equerre' }) })
  await test.step('the project is in the project centre', async () => {
    await page.goto('/manufacture/user/project')
    await expect(project.getByRole('link', { name: 'equerre', exact: true })).toHaveAttribute('href', address)
    await expect(project).toContainText('1 pièce, 1 prête')
    await expectAccessible(page)
  })

  await test.step('rename', async () => {
    await project.getByRole('button', { name: 'Renommer equerre' }).click()
    await page.getByRole('textbox', { name: 'Nouveau nom de equerre' }).fill('Équerres')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Équerres', exact: true })).toBeVisible()
  })

  await test.step('delete and undo', async () => {
    await page.getByRole('button', { name: 'Supprimer Équerres' }).click()
    await expect(page.getByText('Projet supprimé : Équerres.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Équerres', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Équerres', exact: true })).toBeVisible()
  })

  await test.step('its files', async () => {
    await page.getByRole('link', { name: 'Fichiers de Équerres' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fichiers de Équerres' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'equerre.stl' })).toContainText('Prêt')
    await expectAccessible(page)
  })

  await test.step('the history of uploads', async () => {
    await page.getByRole('link', { name: 'Tous vos fichiers' }).click()
    await expect(page).toHaveURL(/\/user\/order\/upload-history$/)

    const sent = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'equerre.stl' }) })
    await expect(sent.getByRole('link', { name: 'Équerres' })).toBeVisible()

    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await sent.getByRole('button', { name: 'Supprimer equerre.stl' }).click()

    const used = page.getByRole('dialog', { name: 'Ce fichier est utilisé' })
    await expectAccessible(page)
    await used.getByRole('link', { name: 'Équerres' }).click()

    await expect(opener(page, 'equerre.stl')).toBeVisible()
  })
})

test('a visitor orders, signs up, activates in another browser and is back at the order', async ({ page, browser }) => {
  test.slow()
  const person = { name: 'Inès', email: 'ines@example.com', password: 'Pied-a-coulisse' }
  await drop(page, [file('platine.stl', binaryStl(box([42, 26, 9])))])
  await expectStatus(page, 'platine.stl', 'Prête')

  await page.getByRole('link', { name: checkoutWords.fr.orderReady }).click()
  await expect(page.getByText('Votre projet est conservé', { exact: false })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Créer un compte' }).click()
  await expect(page.getByText('Votre projet est conservé', { exact: false })).toBeVisible()
  await fillSignUp(page, 'fr', person)

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await openMail(phone, person.email, words.fr.activationSubject)
  await phone.getByRole('link', { name: /\/manufacture\/activate/ }).click()
  await phone.getByRole('button', { name: words.fr.activate }).click()
  await expect(phone.getByText('n’est pas valable', { exact: false })).toBeVisible()
  await expectAccessible(phone)

  await phone.reload()
  await expect(phone.getByText('n’est pas valable', { exact: false })).toBeVisible()
  await phone.getByLabel(words.fr.newPassword, { exact: true }).fill(person.password)
  await phone.getByLabel(words.fr.confirmPassword, { exact: true }).fill(person.password)
  await phone.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()

  await expect(phone).toHaveURL(/\/checkout\?project=/)
  await expect(phone.getByText('platine', { exact: false }).first()).toBeVisible()
  await phone.context().close()
})

test('a visitor’s project cannot be opened without the token', async ({ page, browser }) => {
  await drop(page, [file('cale.stl', binaryStl(box([30, 20, 10])))])
  await expect(opener(page, 'cale.stl')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(page.url())

  // Spec 8: without a session, the login dialog opens over the page.
  const dialog = other.getByRole('dialog', { name: 'Connectez-vous pour continuer' })
  await expect(dialog).toBeVisible()

  await expectAccessible(other)
  await other.keyboard.press('Escape')

  await expect(dialog).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'Projet introuvable ou inaccessible' })).toBeVisible()

  await expectAccessible(other)
  await other.getByRole('main').getByRole('button', { name: 'Se connecter' }).click()

  await expect(dialog).toBeVisible()

  await other.context().close()
})
