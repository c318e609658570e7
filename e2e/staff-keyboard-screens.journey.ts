import { expect } from './journey.ts'
import { test } from './staff.ts'
import { makeStaffRecords } from './staff-records.ts'
import { addressOf, expectLoaded, staffScreens } from './staff-screens.ts'
import { faultsOfTabWalk } from './tab-walk.ts'

test('a walk by Tab notices faults that are planted in a page', async ({ page }) => {
  await page.setContent(`
    <style>
      body { padding-top: 100px }
      .bar { position: fixed; inset: 0 0 auto 0; height: 60px; background: white }
      .covered { position: absolute; top: 10px }
      .plain:focus { outline: none }
    </style>
    <button class="covered">Covered</button>
    <button class="plain">Plain</button>
    <button tabindex="-1">Skipped</button>
    <label>Day <input type="date"></label>
    <button>Good</button>
    <div class="bar"></div>`)
  expect(await faultsOfTabWalk(page)).toEqual([
    'button “Covered” is hidden while it has the focus',
    'button “Plain” does not show its focus',
    'button “Skipped” is not reached by Tab',
  ])

  await page.setContent(`
    <button>One</button>
    <button onkeydown="event.preventDefault()">Two</button>
    <button>Three</button>`)
  expect(await faultsOfTabWalk(page)).toEqual([
    'button “Two” comes again before the walk is around the page',
    'button “Three” is not reached by Tab',
  ])
})

test('Tab reaches every control of every screen of staff, in sight and with its focus shown (fr, desktop)', async ({
  page,
  staff,
}) => {
  test.slow()
  const records = await makeStaffRecords(staff)
  await staff.signIn(page)

  for (const screen of staffScreens)
    await test.step(screen.path, async () => {
      await page.goto(`/manufacture/staff/${addressOf(screen, records)}`)
      await expectLoaded(page, 'fr')
      expect.soft(await faultsOfTabWalk(page), screen.path).toEqual([])
    })
})
