import { plateWithHoles } from '../packages/geometry/solids/plates.ts'
import { box, merge, moved, sphere } from '../packages/geometry/solids/solids.ts'
import { asciiStl, binaryStl } from '../packages/geometry/solids/stl.ts'
import { boxText } from '../packages/geometry-host/fuzz/step-assembly.ts'
import { card, choose, fact, file, openQuote } from './dropped-parts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts'

const text = (content: string) => new TextEncoder().encode(content)

test('a plate is measured and checked in the browser, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await openQuote(page)
  const plate = plateWithHoles({ columns: 3, rows: 2, pitch: 10, thickness: 0.4 }, [
    [2, 0],
    [2, 0.4],
  ])
  await choose(page, file('plaque.stl', binaryStl(plate)))
  await expect(fact(page, 'plaque.stl', 'Dimensions')).toHaveText('30 × 20 × 0,4 mm')
  await expect(card(page, 'plaque.stl')).toBeInViewport()
  await expect(page.getByRole('img', { name: 'Aperçu de plaque.stl' })).toBeVisible()
  await expect(fact(page, 'plaque.stl', 'Trous')).toHaveText('6')
  await expect(fact(page, 'plaque.stl', 'Paroi la plus fine')).toHaveText('0,4 mm')
  await expect(card(page, 'plaque.stl').getByText(/Paroi de 0,4/)).toBeVisible()
  await card(page, 'plaque.stl').getByLabel('Procédé et matière').selectOption('milling/al-6061-t6')
  await expect(card(page, 'plaque.stl').getByText(/Un fichier STEP est conseillé/)).toBeVisible()
  await expectAccessible(page)
  expect(sent).toEqual([])
})

test('a STEP file goes through the kernel under the page’s policy', async ({ page }) => {
  await openQuote(page)
  await choose(page, file('bloc.step', text(boxText())))
  await expect(fact(page, 'bloc.step', 'Dimensions')).toHaveText('10 × 20 × 30 mm', { timeout: 30_000 })
  await expect(fact(page, 'bloc.step', 'Volume')).toHaveText('6 cm³')
  await expect(fact(page, 'bloc.step', 'Paroi la plus fine')).toHaveText('10 mm')
})

test('several bodies are counted, equal ones once', async ({ page }) => {
  await openQuote(page)
  const cubes = merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]), moved(sphere(4, 16), [50, 0, 0]))
  await choose(page, file('lot.stl', asciiStl(cubes)))
  const bodies = card(page, 'lot.stl').getByText('3 corps, dont 2 distincts')
  await bodies.click()
  await expect(card(page, 'lot.stl').getByText('2 × Solid 1')).toBeVisible()
})

test('a part of half a millimetre asks for its unit, and takes the answer', async ({ page }) => {
  await openQuote(page)
  await choose(page, file('petit.stl', binaryStl(box([0.5, 0.4, 0.3]))))
  await expect(card(page, 'petit.stl').getByText('Est-ce la bonne unité ?')).toBeVisible()
  await expectAccessible(page)
  await card(page, 'petit.stl')
    .getByRole('button', { name: /Pouces/ })
    .click()
  await expect(fact(page, 'petit.stl', 'Dimensions')).toHaveText('12,7 × 10,16 × 7,62 mm')
})

test('what is no part is named for what it is, beside one that is', async ({ page }) => {
  await openQuote(page)
  await choose(
    page,
    file('page.stl', text('<!doctype html><html><body>Not found</body></html>')),
    file('cube.stl', binaryStl(box([20, 20, 20]))),
    file('coupe.stl', binaryStl(box([20, 20, 20])).subarray(0, 400)),
  )
  await expect(card(page, 'page.stl').getByRole('alert')).toContainText('Type de fichier non pris en charge')
  await expect(card(page, 'page.stl').getByRole('alert')).toContainText('page web')
  await expect(card(page, 'coupe.stl').getByRole('alert')).toContainText('s’arrête avant la fin')
  await expect(fact(page, 'cube.stl', 'Volume')).toHaveText('8 cm³')
  await expectAccessible(page)
  await card(page, 'page.stl').getByRole('button', { name: 'Retirer page.stl' }).click()
  await expect(card(page, 'page.stl')).toHaveCount(0)
})

test('on a phone the cards fit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openQuote(page)
  await choose(page, file('un-nom-de-fichier-tres-long-sans-espace-jusqu-au-bout.stl', binaryStl(sphere(20, 32))))
  await expect(
    card(page, 'un-nom-de-fichier-tres-long-sans-espace-jusqu-au-bout.stl').getByText('Étanche'),
  ).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
