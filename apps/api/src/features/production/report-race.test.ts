import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import { lockStepsOf } from '#src/production/step-progress.ts'
import { severalVisitors } from '#test/app.ts'
import { aCustomer, aStaffMember, useStaff } from '#test/builders.ts'
import { anOrderInProduction, runsOf } from '#test/orders/production.ts'
import { rowsOf } from '#test/rows.ts'
import { untilWaiting } from '#test/until-blocked.ts'
import { useApp } from '#test/use-app.ts'
import { withoutLocks } from '#test/without-locks.ts'
import { reportStep } from './report.service.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

/** Two colleagues finish the same step: both have begun before either of them may change it. */
async function finishAtOnce(deps: Deps) {
  const { id: customerId } = await aCustomer(app)
  const order = await anOrderInProduction(app, customerId)
  const [run] = await runsOf(staff, order.id)
  const stepId = run?.steps[0]?.id ?? ''
  const people = [await aStaffMember(app, 'operator'), await aStaffMember(app, 'operator')]

  const finish = (staffId: string, scrap: number) =>
    reportStep(deps, staffId, stepId, {
      key: randomUUID(),
      report: 'done',
      agoSeconds: 0,
      good: 10 - scrap,
      rework: 0,
      scrap,
      reason: scrap > 0 ? 'size' : null,
    })
  const begun = await app.deps.db.transaction().execute(async (trx) => {
    await lockStepsOf(trx, run ? [run.id] : [])
    const reports = people.map(finish)
    await untilWaiting(app.deps.db, 2)
    return { reports }
  })

  const ends = await Promise.allSettled(begun.reports)
  return { ends, reports: await rowsOf(app, 'production_report', { step_id: stepId }) }
}

it('counts one of two reports that end the same step at once', async () => {
  const { ends, reports } = await finishAtOnce(app.deps)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'STEP_REPORTED' } })
  expect(reports).toHaveLength(1)
})

it('would count both without the lock of the steps', async () => {
  const { ends, reports } = await finishAtOnce(withoutLocks(app.deps))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(reports).toHaveLength(2)
})
