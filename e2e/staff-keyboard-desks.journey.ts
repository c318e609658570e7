import { finishMaking, plannedInspection } from './inspected-run.ts'
import { expect } from './journey.ts'
import { arrowTo, choose, press, tabTo, type } from './keyboard.ts'
import { heading } from './ordering/checkout-page.ts'
import { signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop } from './ordering/screens.ts'
import { test } from './staff.ts'
import { makeStaffRecords } from './staff-records.ts'
import { expertWords, partCheckWords, staffClaimWords, staffWords, trayWords, workWords } from './words.ts'

const part = 'equerre.stl'
const experts = expertWords.fr
const claims = staffClaimWords.fr
const work = workWords.fr
const inspection = partCheckWords.fr

test('staff answer, decide, ask for more money, start a tray and make a role without a mouse (fr, desktop)', async ({
  page,
  staff,
}) => {
  test.slow()
  const records = await makeStaffRecords(staff)
  await staff.signIn(page)
  const open = (path: string) => page.goto(`/manufacture/staff/${records[path]}`)
  const dialog = page.getByRole('dialog')

  await test.step('an expert sends a price', async () => {
    await open('experts/$lineId')
    await expect(heading(page, new RegExp(part))).toBeVisible()
    await type(page, page.getByLabel(experts.unit), '1,25')
    await type(page, page.getByLabel(experts.days, { exact: true }), '6')
    await type(page, page.getByLabel(experts.validDays), '45')
    await type(page, page.getByLabel(experts.note), 'Pliée en DC01.')
    await press(page, page.getByRole('button', { name: experts.sendPrice }))
    await press(page, dialog.getByRole('button', { name: experts.sendPrice }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Pliée en DC01.')).toBeVisible()
  })

  await test.step('a question about a claim goes to the customer', async () => {
    await open('claims/$claimId')
    await arrowTo(page, page.getByRole('radio', { name: claims.choose('question') }))
    await type(page, page.getByRole('textbox', { name: claims.text('question'), exact: true }), 'Quel colis ?')
    await press(page, page.getByRole('button', { name: claims.decide('question'), exact: true }))
    await press(page, dialog.getByRole('button', { name: claims.decide('question'), exact: true }))
    await expect(page.getByText(claims.done('question'))).toBeVisible()
  })

  await test.step('a tray is started', async () => {
    // It holds the work on the part.
    const [, costId] = records['additional-costs/$costId']?.split('/') ?? []
    await staff.call('POST', `additional-cost/${costId}/withdraw`, { reason: 'Demandé par erreur' })
    await open('work/tray/$code')
    await press(page, page.getByRole('button', { name: trayWords.fr.start, exact: true }))
    await press(page, dialog.getByRole('button', { name: trayWords.fr.start, exact: true }))
    await expect(page.getByText(trayWords.fr.printing, { exact: true })).toBeVisible()
  })

  await test.step('an additional cost is requested', async () => {
    await open('orders/$orderId/additional-cost')
    await choose(page, page.getByRole('combobox', { name: claims.costReason }), 'drawing')
    await type(page, page.getByRole('textbox', { name: claims.explanation }), 'Le plan demande un filetage M4.')
    await type(page, page.getByRole('textbox', { name: claims.amountOf(part, 60) }), '25')
    await press(page, page.getByRole('button', { name: claims.sendRequest }))
    await press(page, dialog.getByRole('button', { name: claims.sendRequest }))
    await expect(heading(page, claims.cost)).toBeVisible()
  })

  await test.step('a role is made in the matrix of rights', async () => {
    const say = staffWords.fr
    const name = `Métrologie ${Date.now()}`
    await page.goto('/manufacture/staff/roles')
    await press(page, page.getByRole('button', { name: say.addRole }))
    await expect(dialog.getByLabel(say.roleName, { exact: true })).toBeFocused()
    await page.keyboard.type(name)
    const right = dialog.getByRole('checkbox', { name: say.mayWork })
    await tabTo(page, right)
    await page.keyboard.press('Space')
    await expect(right).toBeChecked()
    await press(page, dialog.getByRole('button', { name: say.reviewRole }))
    await press(page, dialog.getByRole('button', { name: say.createRole }))
    await expect(page.getByRole('columnheader', { name: new RegExp(name) })).toBeVisible()
  })
})

test('an operator makes and inspects pieces without a mouse (fr, desktop)', async ({ page, staff }) => {
  test.slow()
  const order = await anOrderPaidByCard(await signUp(desktop))
  for (const to of ['in_review', 'in_production'])
    await staff.call('POST', `order/${order.id}/move`, { to, reason: '' })
  const { runs } = (await staff.call('GET', `order/${order.id}/production`)) as { runs: { code: string }[] }
  const code = runs[0]?.code ?? ''
  const step = (number: number) => page.getByRole('heading', { level: 2, name: work.step(number) })

  await test.step('the first step is started and finished with scrap', async () => {
    await staff.open(page, 'work')
    await type(page, page.getByLabel(work.code), code)
    await page.keyboard.press('Enter')
    await expect(step(1)).toBeVisible()
    await press(page, page.getByRole('button', { name: work.start, exact: true }))
    await press(page, page.getByRole('button', { name: work.done, exact: true }))
    await press(page, page.getByRole('button', { name: work.oneMoreScrap }))
    await choose(page, page.getByLabel(work.reason), 'damage')
    await press(page, page.getByRole('button', { name: work.confirm, exact: true }))
    await expect(page.getByRole('alert').filter({ hasText: work.remake(1) })).toBeVisible()
    await expect(step(2)).toBeVisible()
  })

  await test.step('each check of the plan gets a value, and the inspection is concluded', async () => {
    await finishMaking(staff, order.id)
    const plan = page.getByRole('region', { name: inspection.plan })
    await expect(plan).toBeVisible()
    const { characteristics, sampleSize } = await plannedInspection(staff, code)

    for (const { name, method, isPerPiece, nominalMm } of characteristics) {
      const fields = plan.getByRole('list', { name, exact: true })
      for (let piece = 1; piece <= (isPerPiece ? sampleSize : 1); piece++) {
        if (method === 'measure') {
          await type(page, fields.getByLabel(inspection.pieceMm(piece)), String(nominalMm).replace('.', ','))
          await page.keyboard.press('Enter')
        } else await press(page, fields.getByRole('button', { name: inspection.good, exact: true }).nth(piece - 1))
      }
    }
    await expect(plan.getByText(inspection.complete)).toBeVisible()
    await press(page, plan.getByRole('button', { name: inspection.conclude, exact: true }))
    await expect(page.getByRole('region', { name: inspection.concluded })).toBeVisible()
  })
})
