import { aPicture } from '@cotation/api/test/pictures.ts'
import type { Page } from '@playwright/test'
import { finishMaking, type PlannedCheck, plannedInspection } from './inspected-run.ts'
import { expect } from './journey.ts'
import { enter, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop, expectGoodScreen } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { partCheckWords, workWords } from './words.ts'

const say = partCheckWords.fr
const work = workWords.fr
/** A tablet on the measuring table. */
const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true }
/** Much shorter than the intervals of polling. */
const atOnce = { timeout: 12_000 }

const asTyped = (mm: number) => String(Math.round(mm * 1000) / 1000).replace('.', ',')

/** The fields of a characteristic. */
const fieldsOf = (page: Page, { name }: PlannedCheck) => page.getByRole('list', { name, exact: true })

/** Types nominal sizes and taps "good" wherever the plan asks. */
async function fillIn(page: Page, checks: readonly PlannedCheck[], pieces: number): Promise<void> {
  for (const check of checks) {
    const fields = fieldsOf(page, check)
    for (let piece = 1; piece <= (check.isPerPiece ? pieces : 1); piece++) {
      if (check.method === 'measure') {
        const field = fields.getByLabel(say.pieceMm(piece))
        await field.fill(asTyped(check.nominalMm ?? 0))
        await field.press('Enter')
      } else {
        await fields
          .getByRole('button', { name: say.good, exact: true })
          .nth(piece - 1)
          .tap()
      }
    }
  }
  await expect(page.getByText(say.complete)).toBeVisible()
}

test('an inspector sends a piece back, and the customer sees photo and report (fr, 768 px)', async ({
  page,
  browser,
  request,
  staff,
}) => {
  test.slow()
  const customer = await signUp(desktop)
  const order = await anOrderPaidByCard(customer)
  for (const to of ['in_review', 'in_production'])
    await staff.call('POST', `order/${order.id}/move`, { to, reason: '' })
  const { runs } = (await staff.call('GET', `order/${order.id}/production`)) as { runs: { code: string }[] }
  const code = runs[0]?.code ?? ''
  await finishMaking(staff, order.id)

  const inspector = await openStaffWindow(browser, await Staff.hire(request, 'operator'), tablet)
  const bench = inspector.page
  const concluded = bench.getByRole('region', { name: say.concluded })

  await test.step('the plan has limits, and a photo is taken', async () => {
    await bench.goto(`/manufacture/staff/work/${code}`)
    await expect(bench.getByRole('heading', { level: 2, name: say.plan })).toBeVisible()
    await expect(bench.getByRole('button', { name: work.done, exact: true })).toHaveCount(0)
    await expectGoodScreen(bench)

    const buffer = await aPicture({ format: 'jpeg', width: 1200, height: 900 })
    const camera = bench.getByLabel(say.takePhoto).and(bench.locator('input'))
    await camera.setInputFiles({ name: 'piece.jpg', mimeType: 'image/jpeg', buffer })
    await expect(bench.getByRole('button', { name: say.openPhoto(1) })).toBeVisible()
  })

  await test.step('a value outside of its limits is seen at once, and cannot pass', async () => {
    const { characteristics, sampleSize } = await plannedInspection(staff, code)
    await fillIn(bench, characteristics, sampleSize)

    const side = characteristics.find(({ method }) => method === 'measure')
    if (!side) throw new Error('a part has sides to measure')
    const field = fieldsOf(bench, side).getByLabel(say.pieceMm(1))
    await field.fill(asTyped((side.upperMm ?? 0) + 1))
    await expect(fieldsOf(bench, side).getByText(say.outside)).toBeVisible()
    await field.press('Enter')
    await expect(bench.getByText(say.failed(1))).toBeVisible()

    await bench.getByRole('button', { name: say.conclude, exact: true }).tap()
    await expect(bench.getByText(say.tooFew(1))).toBeVisible()
    await expectGoodScreen(bench)
  })

  await test.step('the piece goes back to the first step', async () => {
    await bench.getByRole('button', { name: say.oneMoreRework }).tap()
    await bench.getByLabel(say.backTo).selectOption({ index: 1 })
    await bench.getByLabel(work.reason).selectOption('size')
    await bench.getByRole('button', { name: say.conclude, exact: true }).tap()

    await expect(concluded.getByText(say.notGood)).toBeVisible()
    await expect(bench.getByRole('heading', { level: 2, name: work.step(1) })).toBeVisible()
    await expectGoodScreen(bench)
  })

  await test.step('it comes again, is checked and passes', async () => {
    await finishMaking(staff, order.id)
    await expect(bench.getByText(say.again(2))).toBeVisible(atOnce)

    const { characteristics, sampleSize } = await plannedInspection(staff, code)
    expect(sampleSize).toBe(1)
    await fillIn(bench, characteristics, sampleSize)
    await bench.getByRole('button', { name: say.conclude, exact: true }).tap()
    await expect(concluded.getByText(say.outcome(1), { exact: true })).toBeVisible()
  })

  await test.step('the customer sees the photo and downloads the report', async () => {
    await enter(page, customer, desktop)
    await page.goto(`/manufacture/user/order/detail/${order.id}`)
    const section = page.getByRole('region', { name: say.ofCustomer })
    await section.getByRole('button', { name: say.customersPhoto(1) }).click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectGoodScreen(page)

    const download = page.waitForEvent('download')
    await section.getByRole('button', { name: say.reportOf(`${code}-2`) }).click()
    expect((await download).suggestedFilename()).toBe(say.reportFile(`${code}-2`))
  })

  await test.step('another customer sees nothing of it', async () => {
    const { data } = await customer.api.call('GET /global/order/{orderId}/inspection', {
      params: { orderId: order.id },
    })
    const [first] = data.inspections
    const { api: stranger } = await signUp(desktop)
    for (const path of [`photo/${first?.photoIds[0]}`, `${first?.id}/report`])
      expect((await stranger.fetch(`/gateway/global/inspection/${path}`)).status).toBe(404)
  })

  await inspector.close()
})
