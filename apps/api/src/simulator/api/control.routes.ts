import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { settle } from '../objects/payments.ts'
import { closeDispute, openDispute, settleRefund } from '../objects/refunds.ts'
import { invalid, SimulatorRefusal } from '../objects/refusal.ts'
import { listDue } from '../simulator.repository.ts'
import type { Simulator } from '../simulator-parts.ts'
import { setSwitches, switchesSchema } from '../switches.ts'
import { requireKey } from './caller.ts'

const command = z.strictObject({
  switches: switchesSchema.partial().optional(),
  /** Everything pending has its outcome now. */
  settle: z.literal(true).optional(),
  /** The id of a payment that its payer complains of. */
  dispute: z.string().optional(),
  closeDispute: z.string().optional(),
  loseDispute: z.string().optional(),
})

/** `/simulator/control`: for tests that hold the secret key. */
export function serveControl(simulator: Simulator) {
  const { db, clock, secrets, work } = simulator
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => requireKey(request.headers.authorization, secrets.secretKey))
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof SimulatorRefusal) return reply.code(error.status).send(error.body)
      throw error
    })
    app.post('/control', async (request) => {
      const asked = command.safeParse(readJson(request.body))
      if (!asked.success) throw invalid(z.prettifyError(asked.error))

      const { switches, settle: all, dispute, closeDispute: closed, loseDispute: lost } = asked.data
      if (switches) await setSwitches(db, dropUndefined(switches), clock())
      if (all) await settleAll(simulator)
      if (dispute) await db.transaction().execute((trx) => openDispute(trx, clock(), dispute))
      if (closed) await db.transaction().execute((trx) => closeDispute(trx, clock(), closed, 'won'))
      if (lost) await db.transaction().execute((trx) => closeDispute(trx, clock(), lost, 'lost'))
      work.kick()

      return {}
    })
  }
}

async function settleAll({ db, clock }: Simulator): Promise<void> {
  for (const { parentId } of await listDue(db, 'settlement', Number.MAX_SAFE_INTEGER)) {
    const settleIt = parentId.startsWith('re_') ? settleRefund : settle
    await db.transaction().execute((trx) => settleIt(trx, clock(), parentId))
  }
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw invalid('This is not JSON')
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const dropUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
