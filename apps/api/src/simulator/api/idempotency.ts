import { createHash } from 'node:crypto'
import type { Db, Trx } from '#db/database.ts'
import { SimulatorRefusal } from '../objects/refusal.ts'
import { findAnswer, insertAnswer, lockKey } from '../simulator.repository.ts'

export interface Answer {
  status: number
  body: unknown
  replayed: boolean
}

export interface KeyedRequest {
  key: string | undefined
  path: string
  body: string
}

/** Does a request once per key, with all that it changes; the same request under the same key gets the same answer again. */
export async function once(
  db: Db,
  now: Date,
  request: KeyedRequest,
  act: (trx: Trx) => Promise<object>,
): Promise<Answer> {
  const { key } = request
  const perform = async (trx: Trx): Promise<Answer> => ({ status: 200, body: await act(trx), replayed: false })
  if (key === undefined) return db.transaction().execute(perform)

  const requestHash = createHash('sha256').update(`${request.path}\n${request.body}`).digest()

  return db.transaction().execute(async (trx) => {
    await lockKey(trx, key)

    const given = await findAnswer(trx, key)
    if (!given) {
      const answer = await perform(trx)
      await insertAnswer(trx, key, { requestHash, status: answer.status, answer: answer.body }, now)
      return answer
    }

    if (given.requestHash.equals(requestHash)) return { status: given.status, body: given.answer, replayed: true }

    const why = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    throw new SimulatorRefusal(400, 'idempotency_error', why)
  })
}
