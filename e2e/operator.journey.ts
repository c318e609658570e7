import { aDrawing } from '@cotation/api/test/drawings.ts'
import { aPicture } from '@cotation/api/test/pictures.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { keptForReload } from './kept-for-reload.ts'
import { heading } from './ordering/checkout-page.ts'
import { enter, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import type { Drawing } from './ordering/ready-project.ts'
import { desktop, expectGoodScreen } from './ordering/screens.ts'
import { openStaffWindow, Staff, test } from './staff.ts'
import { orderWords, staffWords, workWords } from './words.ts'

const say = workWords.fr
/** A tablet on the bench. */
const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true }
const tenMinutesMs = 600_000
/** Much shorter than the intervals of polling. */
const atOnce = { timeout: 12_000 }

interface Run {
  code: string
  cause: string
  quantity: number
  steps: { id: string; station: string; state: string; good: number; scrap: number; actualMinutes: number }[]
}

/** An order in production, with its only run. */
async function anOrderInProduction(
  staff: Staff,
  customer: Parameters<typeof anOrderPaidByCard>[0],
  drawings: readonly Drawing[],
) {
  const order = await anOrderPaidByCard(customer, { drawings })
  for (const to of ['in_review', 'in_production'])
    await staff.call('POST', `order/${order.id}/move`, { to, reason: '' })
  const [run] = await runsOf(staff, order.id)
  if (!run) throw new Error('an order in production has a run')

  return { order, run }
}

async function runsOf(staff: Staff, orderId: string): Promise<Run[]> {
  return ((await staff.call('GET', `order/${orderId}/production`)) as { runs: Run[] }).runs
}

/** Finishes the current step with all pieces good. */
async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: say.done, exact: true }).tap()
  await page.getByRole('button', { name: say.confirm, exact: true }).tap()
}

/** Fills in the plan of the inspection with good values, and concludes it. */
async function inspect(page: Page): Promise<void> {
  const plan = page.getByRole('region', { name: say.inspectionPlan })
  await expect(plan).toBeVisible()
  await expectGoodScreen(page)

  for (const check of await plan.locator('ol > li').all()) {
    const [, nominal = ''] = /nominal ([\d,]+)/.exec(await check.innerText()) ?? []
    for (const field of await check.getByRole('textbox').all()) {
      await field.fill(nominal)
      await field.press('Enter')
    }
    for (const verdict of await check.getByRole('button', { name: say.conforming, exact: true }).all())
      await verdict.tap()
  }
  await expect(plan.getByText(say.allChecked)).toBeVisible()
  await plan.getByRole('button', { name: say.conclude, exact: true }).tap()
}

const drawingOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openDrawing(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).tap()
  await expect(drawingOf(page, name)).toBeVisible()
  return drawingOf(page, name)
}

async function closeDrawing(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(drawingOf(page, name)).toHaveCount(0)
}

/** Waits until lines are on the paper, and returns the width in which it is shown once the dialog has opened. */
async function widthOfDrawn(sheet: Locator): Promise<number> {
  await expect(async () => {
    const darkPixels = await sheet.evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.filter((value, i) => i % 4 === 0 && value < 100).length
    })
    expect(darkPixels).toBeGreaterThan(1000)
  }).toPass()

  let width = 0
  await expect
    .poll(async () => {
      const before = width
      width = (await sheet.boundingBox())?.width ?? 0
      return width > 0 && width === before
    })
    .toBe(true)
  return width
}

const step = (page: Page, number: number) => page.getByRole('heading', { level: 2, name: say.step(number) })

test('an operator makes a line on a tablet, with scrap and ten minutes without network (fr, 768 px)', async ({
  page,
  browser,
  request,
  staff,
}) => {
  test.slow()
  const customer = await signUp(desktop)
  const plan = { name: 'equerre.pdf', content: await aDrawing({ pages: 2 }) }
  const { order, run } = await anOrderInProduction(staff, customer, [
    plan,
    { name: 'cote.png', content: await aPicture({ format: 'png', width: 900, height: 600 }) },
    { name: 'secret.pdf', content: await aDrawing({ password: 'secret' }) },
    { name: 'casse.pdf', content: plan.content.subarray(0, 60) },
  ])
  const { order: nextOrder, run: nextRun } = await anOrderInProduction(staff, customer, [plan])

  await enter(page, customer, desktop)
  await page.goto(`/manufacture/user/order/detail/${order.id}`)
  await expect(heading(page, orderWords.fr.detail(order.number))).toBeVisible()
  await expect(page.getByText(say.stages.planned)).toBeVisible()

  const operator = await openStaffWindow(
    browser,
    await Staff.hire(request, 'operator'),
    tablet,
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/,
  )
  const bench = operator.page
  const sent: string[] = []
  bench.on('request', (call) => {
    if (call.method() === 'POST' && call.url().endsWith('/report')) sent.push(call.postDataJSON().key)
  })

  await test.step('the code of the traveller opens the run', async () => {
    await bench.clock.install()
    await bench.goto('/manufacture/staff/work')
    await bench.getByLabel(say.station).selectOption(run.steps[0]?.station ?? '')
    await expect(bench.getByRole('link', { name: new RegExp(run.code) })).toBeVisible()
    await expectGoodScreen(bench)
    await bench.getByLabel(say.code).fill(run.code.toLowerCase())
    await bench.getByRole('button', { name: say.open, exact: true }).tap()
    await expect(step(bench, 1)).toBeVisible()
    await expectGoodScreen(bench)
  })

  await test.step('the drawings of the part are shown, enlarged and turned, and do nothing by themselves', async () => {
    const dialog = await openDrawing(bench, plan.name)
    const first = dialog.getByRole('img', { name: say.sheet(plan.name, 1, 2) })
    const fitting = await widthOfDrawn(first)
    await expectGoodScreen(bench)

    await dialog.getByRole('button', { name: say.zoomIn }).tap()
    await dialog.getByRole('button', { name: say.zoomIn }).tap()
    await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeCloseTo(2 * fitting, -1)
    await dialog.getByRole('button', { name: say.fitWidth }).tap()
    await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeCloseTo(fitting, -1)
    // The whole sheet is a link.
    await first.tap()
    await dialog.getByRole('button', { name: say.nextPage }).tap()
    await widthOfDrawn(dialog.getByRole('img', { name: say.sheet(plan.name, 2, 2) }))

    const coming = bench.waitForEvent('download')
    await dialog.getByRole('button', { name: say.download }).tap()
    expect((await coming).suggestedFilename()).toBe(plan.name)
    await closeDrawing(bench, plan.name)
    expect(operator.context.pages()).toHaveLength(1)

    const picture = await openDrawing(bench, 'cote.png')
    await expect(picture.getByRole('img', { name: 'cote.png' })).toBeVisible()
    await expectGoodScreen(bench)
    await closeDrawing(bench, 'cote.png')
  })

  await test.step('a drawing that cannot be shown says why', async () => {
    const secret = await openDrawing(bench, 'secret.pdf')
    await expect(secret.getByText(say.encrypted)).toBeVisible()
    await expectGoodScreen(bench)
    await closeDrawing(bench, 'secret.pdf')
    await expect((await openDrawing(bench, 'casse.pdf')).getByText(say.damaged)).toBeVisible()
    await closeDrawing(bench, 'casse.pdf')
  })

  await test.step('a photo taken without network waits in the tablet, also after a reload, and is with the order then', async () => {
    await bench.getByRole('button', { name: say.start, exact: true }).tap()
    await expect(bench.getByRole('button', { name: say.pause, exact: true })).toBeVisible()
    const buffer = await aPicture({ format: 'jpeg', width: 1200, height: 900 })
    const camera = bench.getByLabel(say.takePhoto).and(bench.locator('input'))
    await operator.context.route('**/photo/*', (route) => route.abort('internetdisconnected'))
    await camera.setInputFiles({ name: 'piece.jpg', mimeType: 'image/jpeg', buffer })
    const waiting = bench.getByRole('status').filter({ hasText: say.waitingPhotos(1) })
    await expect(waiting).toBeVisible()
    await bench.reload()
    await expect(waiting).toBeVisible()
    await expect(bench.getByRole('button', { name: say.openPhoto(1) })).toBeVisible()
    await expectGoodScreen(bench)

    await operator.context.unroute('**/photo/*')
    await expect(waiting).toHaveCount(0)
    await expect(bench.getByRole('button', { name: say.removePhoto(1) })).toBeVisible()
    await expectGoodScreen(bench)

    const desk = await operator.context.newPage()
    await desk.goto(`/manufacture/staff/orders/${order.id}`)
    const steps = desk.getByRole('list', { name: say.stepsOf(run.code) })
    await steps.getByRole('button', { name: say.openPhoto(1) }).click()
    await expect(desk.getByRole('dialog').getByRole('img')).toBeVisible()
    await expectGoodScreen(desk)
    await desk.close()
  })

  await test.step('two pieces are lost: they are made again, and the customer sees it at once', async () => {
    await bench.getByRole('button', { name: say.done, exact: true }).tap()
    await bench.getByRole('button', { name: say.oneMoreScrap }).tap()
    await bench.getByRole('button', { name: say.oneMoreScrap }).tap()
    await bench.getByRole('button', { name: say.confirm, exact: true }).tap()
    await expect(bench.getByText(say.reasonMissing)).toBeVisible()
    await expectGoodScreen(bench)

    await bench.getByLabel(say.reason).selectOption('damage')
    await bench.getByRole('button', { name: say.confirm, exact: true }).tap()
    await expect(bench.getByRole('alert').filter({ hasText: say.remake(2) })).toBeVisible()
    await expect(step(bench, 2)).toBeVisible()
    await expectGoodScreen(bench)

    await expect(page.getByText(say.remade(2))).toBeVisible(atOnce)
    await expect(page.getByText(`${say.stages.making} · `)).toBeVisible(atOnce)
  })

  await test.step('for ten minutes without network, work goes on and waits in the tablet', async () => {
    await bench.getByRole('button', { name: say.understood }).tap()
    await operator.context.route('**/gateway/**', (route) => route.abort('internetdisconnected'))
    await bench.getByRole('button', { name: say.start, exact: true }).tap()
    await bench.clock.runFor(tenMinutesMs)
    await finish(bench)
    await expect(step(bench, 3)).toBeVisible()
    await bench.getByRole('button', { name: say.start, exact: true }).tap()
    await expect(bench.getByRole('status').filter({ hasText: say.waiting(3) })).toBeVisible()
    await expectGoodScreen(bench)

    const [made] = await runsOf(staff, order.id)
    expect(made?.steps.map(({ state }) => state).slice(0, 3)).toEqual(['done', 'ready', 'waiting'])
  })

  await test.step('a traveller that was never opened opens too, with its model and its drawing', async () => {
    await bench.getByLabel(say.code).fill(nextRun.code)
    await bench.getByRole('button', { name: say.open, exact: true }).tap()
    await expect(heading(bench, new RegExp(`^${nextRun.code} `))).toBeVisible()
    await expect(bench.getByRole('region', { name: say.modelOf }).getByRole('img').first()).toBeVisible()
    const dialog = await openDrawing(bench, plan.name)
    await widthOfDrawn(dialog.getByRole('img', { name: say.sheet(plan.name, 1, 2) }))
    await closeDrawing(bench, plan.name)
    await bench.getByRole('button', { name: say.start, exact: true }).tap()
    await finish(bench)
    await expect(step(bench, 2)).toBeVisible()
    await expect(bench.getByRole('status').filter({ hasText: say.waiting(5) })).toBeVisible()
    await expectGoodScreen(bench)
  })

  await test.step('everything arrives once, although the first answer is lost', async () => {
    sent.length = 0
    await bench.route(
      '**/report',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await operator.context.unroute('**/gateway/**')
    await expect(bench.getByText(say.goOn)).toHaveCount(0)

    const [made] = await runsOf(staff, order.id)
    expect(made?.steps.map(({ state }) => state).slice(0, 4)).toEqual(['done', 'done', 'running', 'waiting'])
    expect(made?.steps[1]).toMatchObject({ good: 58, scrap: 0 })
    // The minutes are those at the bench, not those of the network.
    expect(made?.steps[1]?.actualMinutes).toBeGreaterThanOrEqual(10)
    expect(made?.steps[1]?.actualMinutes).toBeLessThan(15)
    const [next] = await runsOf(staff, nextOrder.id)
    expect(next?.steps.map(({ state }) => state).slice(0, 3)).toEqual(['done', 'ready', 'waiting'])
    expect(new Set(sent).size).toBe(5)
    expect(sent.length).toBeGreaterThan(5)

    for (const [stepId, reports] of [
      [run.steps[0]?.id, 2],
      [run.steps[1]?.id, 2],
      [run.steps[2]?.id, 1],
      [nextRun.steps[0]?.id, 2],
    ]) {
      const filters = `subjectId=is:${stepId}&action=in:production-step.reported`
      const { rows } = (await staff.call('GET', `list/audit?${filters}`)) as { rows: unknown[] }
      expect(rows).toHaveLength(Number(reports))
    }
  })

  await test.step('the last step ends the run, and the customer sees how far the part is', async () => {
    await bench.goBack()
    await expect(step(bench, 3)).toBeVisible()
    for (const number of [3, 4]) {
      await finish(bench)
      await expect(step(bench, number + 1)).toBeVisible()
    }
    await expect(page.getByText(say.stages.inspection)).toBeVisible(atOnce)
    await inspect(bench)
    await expect(step(bench, 6)).toBeVisible()
    await expect(page.getByText(say.stages.packing)).toBeVisible(atOnce)
    await finish(bench)
    await expect(bench.getByRole('heading', { name: say.finished })).toBeVisible()
    await expectGoodScreen(bench)
    await expect(page.getByText(say.stages.ready)).toBeVisible(atOnce)
  })

  await operator.close()
})

test('the tablet of an operator is reloaded without network, and goes on (fr, 768 px)', async ({
  browser,
  request,
  staff,
}) => {
  test.slow()
  const plan = { name: 'equerre.pdf', content: await aDrawing({ pages: 1 }) }
  const { order, run } = await anOrderInProduction(staff, await signUp(desktop), [plan])
  const states = async () => (await runsOf(staff, order.id))[0]?.steps.map(({ state }) => state).slice(0, 3)

  const operator = await openStaffWindow(
    browser,
    await Staff.hire(request, 'operator'),
    tablet,
    /ERR_INTERNET_DISCONNECTED/,
  )
  const { page: bench, context } = operator

  await test.step('the work station keeps its page and what it shows', async () => {
    await bench.goto('/manufacture/staff/work')
    await bench.getByLabel(say.station).selectOption(run.steps[0]?.station ?? '')
    await bench.getByRole('link', { name: new RegExp(run.code) }).tap()
    await expect(step(bench, 1)).toBeVisible()
    await expect(bench.getByRole('region', { name: say.modelOf }).getByRole('img').first()).toBeVisible()
    const dialog = await openDrawing(bench, plan.name)
    await widthOfDrawn(dialog.getByRole('img', { name: say.sheet(plan.name, 1, 1) }))
    await closeDrawing(bench, plan.name)

    await expect.poll(async () => (await keptForReload(bench)).missing).toEqual([])
    await expect
      .poll(async () => (await keptForReload(bench)).answers)
      .toEqual(expect.arrayContaining(['me', 'next-steps', 'run', 'run-inspection', 'mesh', 'drawing']))
  })

  await test.step('reloaded without network, it shows the same run, and takes reports', async () => {
    await context.setOffline(true)
    await bench.reload()
    await expect(heading(bench, new RegExp(`^${run.code} `))).toBeVisible()
    await bench.getByRole('button', { name: say.start, exact: true }).tap()
    await finish(bench)
    await expect(step(bench, 2)).toBeVisible()
    await expect(bench.getByRole('status').filter({ hasText: say.waiting(2) })).toBeVisible()
    await expectGoodScreen(bench)

    await expect(bench.getByRole('region', { name: say.modelOf }).getByRole('img').first()).toBeVisible()
    const dialog = await openDrawing(bench, plan.name)
    await widthOfDrawn(dialog.getByRole('img', { name: say.sheet(plan.name, 1, 1) }))
    await closeDrawing(bench, plan.name)
  })

  await test.step('a further reload keeps the reports, and the next steps lead to the run', async () => {
    await bench.goto('/manufacture/staff/work')
    await bench.getByRole('link', { name: new RegExp(run.code) }).tap()
    await expect(step(bench, 2)).toBeVisible()
    await expect(bench.getByRole('status').filter({ hasText: say.waiting(2) })).toBeVisible()
    expect(await states()).toEqual(['ready', 'waiting', 'waiting'])
  })

  await test.step('with network again, the reports arrive', async () => {
    await context.setOffline(false)
    await expect(bench.getByText(say.goOn)).toHaveCount(0)
    await expect.poll(states).toEqual(['done', 'ready', 'waiting'])
    await bench.reload()
    await expect(step(bench, 2)).toBeVisible()
  })

  await test.step('who signs out leaves nothing of it in the tablet', async () => {
    await bench.getByRole('button', { name: staffWords.fr.person('Léa Petit') }).tap()
    await bench.getByRole('button', { name: staffWords.fr.logOut, exact: true }).tap()
    await expect(bench).toHaveURL(/\/staff\/login/)
    await expect.poll(async () => (await keptForReload(bench)).answers).toEqual([])
  })

  await operator.close()
})
