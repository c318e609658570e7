import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { settleDue } from './background-work.ts'
import type { Simulator } from './options.ts'
import { invalid, ProviderError } from './provider-error.ts'
import { closeDispute, openDispute } from './refunds.ts'
import { requireSecretKey } from './secrets.ts'
import { setSwitches, switchesSchema } from './switches.ts'

const commandSchema = z.strictObject({
  switches: switchesSchema.partial().optional(),
  /** Gives everything pending its outcome now. */
  settle: z.literal(true).optional(),
  /** The id of a payment to open a dispute for. */
  dispute: z.string().optional(),
  closeDispute: z.string().optional(),
  loseDispute: z.string().optional(),
})

/** `/simulator/control`: for tests that hold the secret key. */
export function serveControl(simulator: Simulator) {
  const { db, clock, secrets, work } = simulator

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => requireSecretKey(request.headers.authorization, secrets.secretKey))
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof ProviderError) return reply.code(error.status).send(error.body)
      throw error
    })

    app.post('/control', async (request) => {
      const parsed = commandSchema.safeParse(parseJson(request.body))
      if (!parsed.success) throw invalid(z.prettifyError(parsed.error))

      const { switches, settle, dispute, closeDispute: wonId, loseDispute: lostId } = parsed.data
      if (switches) await setSwitches(db, dropUndefined(switches), clock())
      if (settle) await settleDue(simulator, Number.MAX_SAFE_INTEGER)
      if (dispute) await db.transaction().execute((trx) => openDispute(trx, clock(), dispute))
      if (wonId) await db.transaction().execute((trx) => closeDispute(trx, clock(), wonId, 'won'))
      if (lostId) await db.transaction().execute((trx) => closeDispute(trx, clock(), lostId, 'lost'))
      work.kick()

      return {}
    })
  }
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw invalid('This is not JSON')
  }
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const dropUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>
