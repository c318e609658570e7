import { asciiStl, binaryStl, box, merge, moved, plateWithHoles, sphere } from '../packages/geometry/solids.ts'
import { boxText } from '../packages/geometry-host/fuzz/step-assembly.ts'
import { drop, expectStatus, fact, file, line, opener, openPart, openPricedPart } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectWithinHeight, test } from './journey.ts'

const text = (content: string) => new TextEncoder().encode(content)

const plate = (thickness: number, pitch = 10) =>
  binaryStl(
    plateWithHoles({ columns: 3, rows: 2, pitch, thickness }, [
      [2, 0],
      [2, thickness],
    ]),
  )

test('a plate is measured and checked, and blocking findings appear before payment', async ({ page }) => {
  await drop(page, [file('tole.stl', plate(0.4))])
  await expectStatus(page, 'tole.stl', 'Décision requise')

  await expect(line(page, 'tole.stl').getByText(/30 ×\s20 ×\s0,4\smm/)).toBeVisible()

  await expectAccessible(page)

  const part = await openPart(page, 'tole.stl')
  await expect(part.getByText(/^Prix indicatif, non ferme/)).toBeVisible({ timeout: 120_000 })
  await expect(fact(page, 'tole.stl', 'Dimensions')).toHaveText(/^30 ×\s20 ×\s0,4\smm$/)
  await expect(fact(page, 'tole.stl', 'Trous')).toHaveText('6')
  await expect(fact(page, 'tole.stl', 'Paroi la plus fine')).toHaveText(/^0,4\smm$/)
  await expect(fact(page, 'tole.stl', 'Étanche')).toHaveText('Oui')
  await expect(fact(page, 'tole.stl', 'Triangles')).toHaveText(/^\d/)

  const findings = part.getByRole('region', { name: 'Fabricabilité' })
  await expect(findings.getByText(/^Paroi de 0,4\smm sur \d+\smm²/)).toBeVisible()
  await expect(part.getByText(/^2 points de fabricabilité attendent votre décision\./)).toBeVisible()
  await expect(findings.getByText('2 à décider')).toBeVisible()

  await expectAccessible(page)
})

test('a warning is accepted, and the part is ready', async ({ page }) => {
  await drop(page, [file('plaque.stl', plate(6, 8))])
  await expectStatus(page, 'plaque.stl', 'Décision requise')

  const part = await openPart(page, 'plaque.stl')
  const findings = part.getByRole('region', { name: 'Fabricabilité' })

  await expect(findings.getByText(/^Il ne reste que 2\smm entre le trou et le bord/)).toBeVisible()

  await findings.getByRole('button', { name: 'Accepter le risque' }).click()

  const dialog = page.getByRole('dialog', { name: 'Accepter le risque' })
  await expect(dialog.getByText(/^Il ne reste que 2\smm entre le trou et le bord/)).toBeVisible()

  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'J’accepte ce risque' }).click()

  await expect(findings.getByText(/^Risque accepté par /)).toBeVisible()

  await part.getByRole('button', { name: 'Fermer la pièce' }).click()
  await expectStatus(page, 'plaque.stl', 'Prête')
})

test('a STEP file is read by the kernel under the page’s policy, and again on the server', async ({ page }) => {
  await drop(page, [file('bloc.step', text(boxText()))])
  // The browser's figures appear while the file is still uploading.
  await expect(line(page, 'bloc.step').getByText(/10 ×\s20 ×\s30\smm/)).toBeVisible({ timeout: 120_000 })

  await expectStatus(page, 'bloc.step', 'Prête')
  await openPricedPart(page, 'bloc.step')

  await expect(fact(page, 'bloc.step', 'Dimensions')).toHaveText(/^10 ×\s20 ×\s30\smm$/)
  await expect(fact(page, 'bloc.step', 'Volume')).toHaveText(/^6\scm³$/)
  await expect(fact(page, 'bloc.step', 'Paroi la plus fine')).toHaveText(/^10\smm$/)
  await expect(fact(page, 'bloc.step', 'Unité')).toHaveText('mm, indiquée par le fichier')
})

test('several bodies become separate lines, and equal ones are counted', async ({ page }) => {
  const cubes = merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]), moved(sphere(4, 16), [50, 0, 0]))
  await drop(page, [file('lot.stl', asciiStl(cubes))])

  await expect(page.getByText(/^lot\.stl contient 2\spièces distinctes, 3 en tout/)).toBeVisible({ timeout: 120_000 })

  const cube = page.getByRole('row').filter({ hasText: /5 ×\s5 ×\s5\smm/ })
  await expect(cube).toContainText(/×2 par fichier/)
  await expect(cube.getByRole('spinbutton')).toHaveValue('2')
  await expect(page.getByRole('button', { name: /^Ouvrir / })).toHaveCount(2)

  await expectAccessible(page)
})

test('a part of half a millimetre asks for its unit and applies the answer', async ({ page }) => {
  await drop(page, [file('petit.stl', binaryStl(box([0.5, 0.4, 0.3])))])

  // The browser asks on the line itself, while the file is still on its way.
  const question = line(page, 'petit.stl').getByRole('group', { name: /Quelle est l’unité du fichier/ })
  await expect(question).toBeVisible({ timeout: 120_000 })

  await expectAccessible(page)
  await expectWithinHeight(question.getByRole('button').last(), line(page, 'petit.stl'))
  await question.getByRole('button', { name: /^po\s: 12,7\smm$/ }).click()

  await expect(question).toHaveCount(0)
  await expect(line(page, 'petit.stl').getByText(/12,7 ×\s10,16 ×\s7,62\smm/)).toBeVisible()

  await openPricedPart(page, 'petit.stl')
  await expect(fact(page, 'petit.stl', 'Unité')).toHaveText('inch, choisie par vous')
})

test('an unsupported file is named for what it is, beside a valid part', async ({ page }) => {
  await drop(page, [
    file('page.stl', text('<!doctype html><html><body>Not found</body></html>')),
    file('cube.stl', binaryStl(box([20, 20, 20]))),
    file('coupe.stl', binaryStl(box([20, 20, 20])).subarray(0, 400)),
  ])

  const web = await openPart(page, 'page.stl')
  await expect(web.getByRole('alert')).toContainText('Type de fichier non pris en charge')
  await expect(web.getByRole('alert')).toContainText('page web')
  await expectAccessible(page)
  await web.getByRole('button', { name: 'Fermer la pièce' }).click()

  const cut = await openPart(page, 'coupe.stl')
  await expect(cut.getByRole('alert')).toContainText('s’arrête avant la fin')
  await cut.getByRole('button', { name: 'Fermer la pièce' }).click()

  await expectStatus(page, 'cube.stl', 'Prête')
  await expect(line(page, 'cube.stl').getByText(/^8\scm³$/)).toBeVisible()

  await page.getByRole('checkbox', { name: 'Sélectionner page.stl' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retirer', exact: true }).click()
  await expect(opener(page, 'page.stl')).toHaveCount(0)
  await page.reload()
  await expect(opener(page, 'cube.stl')).toBeVisible()
  await expect(opener(page, 'page.stl')).toHaveCount(0)
})

test('on a phone the cards and the part fit, and a card asks for the unit with one button for each', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })

  const name = 'un-nom-de-fichier-tres-long-sans-espace-jusqu-au-bout.stl'
  await drop(page, [file('petit.stl', binaryStl(box([0.05, 0.04, 0.03]))), file(name, binaryStl(sphere(20, 32)))])

  const question = line(page, 'petit.stl').getByRole('group', { name: /Quelle est l’unité du fichier/ })
  await expect(question.getByRole('button')).toHaveCount(4, { timeout: 120_000 })
  await expectStatus(page, name, 'Prête')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await question.getByRole('button', { name: /^Mètres\s: 50\smm$/ }).click()
  await expectStatus(page, 'petit.stl', 'Prête')

  await openPricedPart(page, name)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
