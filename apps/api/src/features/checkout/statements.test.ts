import { expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import { issueSession, openSession } from '#features/auth/session.service.ts'
import { addStoredLines } from '#features/quote/commands/lines.service.ts'
import { createProject } from '#features/quote/commands/project.service.ts'
import { pollProject } from '#features/quote/view/project-view.service.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { manyCheckouts } from '#test/orders/concurrent-checkouts.ts'
import { funded } from '#test/orders/ledger.ts'
import { anUploadOf } from '#test/quote/quotes.ts'
import { countStatements } from '#test/statements.ts'
import { useApp } from '#test/use-app.ts'
import { previewCheckout } from './preview.service.ts'
import { submitCheckout } from './submit.service.ts'

/**
 * Every statement costs a round trip, and most CPU time of an order goes into them. Raise a bound only
 * for something that a customer gets.
 */
const app = useApp()

it('creates a project with few statements', async () => {
  const { id } = await aCustomer(app)
  const owner = { customerId: id, visitorHash: null }

  const count = await countStatements(app.deps, (deps) =>
    createProject(deps, owner, { name: 'Essai', service: '3d-printing' }),
  )
  expect(count).toBeLessThanOrEqual(4)
})

it('adds an analysed file and reads its line with few statements', async () => {
  const { id } = await aCustomer(app)
  const owner = { customerId: id, visitorHash: null }
  const uploadId = await anUploadOf(app, await aBrowserOf(app, id))
  const project = await createProject(app.deps, owner, { name: 'Essai', service: '3d-printing' })

  const added = await countStatements(app.deps, (deps) => addStoredLines(deps, owner, project.id, [uploadId]))
  expect(added).toBeLessThanOrEqual(13)

  const read = await countStatements(app.deps, (deps) => pollProject(deps, owner, project.id, undefined))
  expect(read).toBeLessThanOrEqual(4)
})

it('previews and places an order paid from the balance with few statements', async () => {
  const { customerId, submissions } = await manyCheckouts(app, 1)
  const [submission] = submissions
  if (!submission) throw new Error('no submission')
  const customer = { customerId, language: 'fr' } as const
  await funded(app.deps.db, customerId, 1_000_000, app.clock.now)

  const previewed = await countStatements(app.deps, (deps) => previewCheckout(deps, customer, submission))
  expect(previewed).toBeLessThanOrEqual(5)

  const submitted = await countStatements(app.deps, (deps) => submitCheckout(deps, customer, submission))
  expect(submitted).toBeLessThanOrEqual(8)
})

it('finds a session and counts its call with one statement', async () => {
  const { id } = await aCustomer(app)
  const { accessToken } = await issueSession(app.deps.db, app.clock.now, id)
  const limit = { call: 'POST /counted session 60', max: 1, windowSeconds: 60 }
  const open = ({ db, clock }: Deps) => openSession(db, clock(), accessToken, limit)

  expect(await countStatements(app.deps, open)).toBe(1)
  expect(await open(app.deps)).toMatchObject({ session: { customerId: id }, waitSeconds: 60 })

  // The limiter, which other limits of the same call use, counts under the same key.
  expect(await app.deps.limiter.exceeded(`${limit.call} ${id}`, limit)).toBe(60)
})
