import { createHash } from 'node:crypto'
import { findAnswer, insertAnswer, lockKey, type SimulatorDb, type SimulatorTrx } from './objects.repository.ts'
import { ProviderError } from './provider-error.ts'

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

/** Processes a request once per idempotency key; a repetition gets the stored answer. */
export async function processOnce(
  db: SimulatorDb,
  now: Date,
  request: KeyedRequest,
  act: (trx: SimulatorTrx) => Promise<object>,
): Promise<Answer> {
  const { key } = request
  const perform = async (trx: SimulatorTrx): Promise<Answer> => ({ status: 200, body: await act(trx), replayed: false })
  if (key === undefined) return db.transaction().execute(perform)

  const requestHash = createHash('sha256').update(`${request.path}\n${request.body}`).digest()

  return db.transaction().execute(async (trx) => {
    await lockKey(trx, key)

    const stored = await findAnswer(trx, key)
    if (!stored) {
      const answer = await perform(trx)
      await insertAnswer(trx, key, { requestHash, status: answer.status, answer: answer.body }, now)
      return answer
    }

    if (stored.requestHash.equals(requestHash)) return { status: stored.status, body: stored.answer, replayed: true }

    throw new ProviderError(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    )
  })
}
