import { expect } from './journey.ts'
import { Staff, test } from './staff.ts'
import { makeStaffRecords } from './staff-records.ts'
import { addressOf, expectLoaded, staffScreens } from './staff-screens.ts'
import { staffWords } from './words.ts'

interface Role {
  id: string
  isBuiltIn: boolean
  rights: string[]
}

test('each role has a menu of what it may open, and no call of its screens is refused', async ({
  browser,
  request,
  staff,
}) => {
  test.slow()
  const say = staffWords.fr
  const records = await makeStaffRecords(staff)
  const { roles } = (await staff.call('GET', 'role')) as { roles: Role[] }
  const builtIn = roles.filter(({ isBuiltIn }) => isBuiltIn)
  expect(builtIn.length).toBeGreaterThan(1)

  for (const { id, rights } of builtIn) {
    await test.step(id, async () => {
      const page = await browser.newPage()
      await (await Staff.hire(request, id)).signIn(page)
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.status() === 403) refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
      })

      const open = staffScreens.filter(({ right }) => rights.includes(right))
      for (const screen of open) {
        await page.goto(`/manufacture/staff/${addressOf(screen, records)}`)
        await expectLoaded(page, 'fr')
        await expect(page.getByRole('heading', { level: 1, name: say.notAllowed })).toHaveCount(0)
        expect(refused, `refused on ${screen.path}`).toEqual([])
      }

      const listed = open.filter(({ group }) => group !== null).map(({ path }) => `/manufacture/staff/${path}`)
      const menu = page.getByRole('navigation', { name: say.menu })
      const links = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links.filter((link) => link?.includes('/staff/')).sort()).toEqual(listed.sort())
      await page.close()
    })
  }
})
