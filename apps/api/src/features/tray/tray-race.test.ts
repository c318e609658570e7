import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import { lockStepsOf } from '#src/production/step-progress.ts'
import { severalVisitors } from '#test/app.ts'
import { aStaffMember, useStaff } from '#test/builders.ts'
import { anOrderToPrint } from '#test/orders/trays.ts'
import { rowsOf } from '#test/rows.ts'
import { untilWaiting } from '#test/until-blocked.ts'
import { useApp } from '#test/use-app.ts'
import { withoutLocks } from '#test/without-locks.ts'
import { lockTray } from './tray.repository.ts'
import { openTray } from './tray-content.service.ts'
import { failTray, startTray } from './tray-report.service.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const twoPeople = async () => [await aStaffMember(app, 'operator'), await aStaffMember(app, 'operator')] as const

/** Two colleagues put all pieces of a run into a tray: both have begun before either may change anything. */
async function openAtOnce(deps: Deps) {
  const { step } = await anOrderToPrint(app, staff, { quantity: 4 })
  const people = await twoPeople()
  const contents = [{ stepId: step.id, quantity: 4 }]
  const runId = (await rowsOf(app, 'production_step', { id: step.id }))[0]?.run_id ?? ''

  const begun = await app.deps.db.transaction().execute(async (trx) => {
    await lockStepsOf(trx, [runId])
    const opened = people.map((staffId) => openTray(deps, staffId, { key: randomUUID(), contents }))
    await untilWaiting(app.deps.db, 2)
    return { opened }
  })

  const ends = await Promise.allSettled(begun.opened)
  return { ends, taken: await rowsOf(app, 'tray_content', { step_id: step.id }) }
}

it('puts pieces that two people take at once into one of their trays', async () => {
  const { ends, taken } = await openAtOnce(app.deps)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'TRAY_PIECES' } })
  expect(taken).toHaveLength(1)
})

it('would put them into both trays without the locks', async () => {
  const { ends, taken } = await openAtOnce(withoutLocks(app.deps))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(taken).toHaveLength(2)
})

/** Two colleagues report the failure of a tray: both have begun before either may change anything. */
async function failAtOnce(deps: Deps) {
  const { step, order } = await anOrderToPrint(app, staff, { quantity: 4 })
  const people = await twoPeople()
  const [first] = people
  const contents = [{ stepId: step.id, quantity: 4 }]
  const code = await openTray(app.deps, first, { key: randomUUID(), contents })
  await startTray(app.deps, first, code, { key: randomUUID(), agoSeconds: 0, contents })

  const begun = await app.deps.db.transaction().execute(async (trx) => {
    await lockTray(trx, code)
    const [row] = await rowsOf(app, 'production_step', { id: step.id })
    await lockStepsOf(trx, [row?.run_id ?? ''])
    const failed = people.map((staffId) => failTray(deps, staffId, code, { key: randomUUID(), reason: 'machine' }))
    await untilWaiting(app.deps.db, 2)
    return { failed }
  })

  const ends = await Promise.allSettled(begun.failed)
  return { ends, remakes: await rowsOf(app, 'production_run', { order_id: order.id, cause: 'tray' }) }
}

it('makes the pieces of a tray again once if two people report its failure at once', async () => {
  const { ends, remakes } = await failAtOnce(app.deps)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'TRAY_CLOSED' } })
  expect(remakes).toHaveLength(1)
})

it('would make them again twice without the locks', async () => {
  const { remakes } = await failAtOnce(withoutLocks(app.deps))
  expect(remakes).toHaveLength(2)
})
