import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '#db/database.ts'
import { createRefund } from '../objects/refunds.ts'
import { missing, SimulatorRefusal } from '../objects/refusal.ts'
import { createSession, expireSession } from '../objects/sessions.ts'
import { newObjectId, type PaymentObject, type StoredSession } from '../objects/shapes.ts'
import { findObject, listObjects, type ObjectKind } from '../simulator.repository.ts'
import type { Simulator } from '../simulator-parts.ts'
import { type Switches, takeTrouble } from '../switches.ts'
import { requireKey } from './caller.ts'
import { expandedPayment, expandedSession } from './expand.ts'
import { expansions, parseForm } from './form-body.ts'
import { type Answer, once } from './idempotency.ts'

/** `/v1`: the calls of the provider that the product makes. */
export function serveApi(simulator: Simulator) {
  return async (app: FastifyInstance): Promise<void> => {
    const troubles = new WeakMap<FastifyRequest, Switches['trouble']>()
    const hanging = new Set<FastifyReply>()
    app.addHook('preClose', async () => {
      for (const reply of hanging) reply.raw.destroy()
    })
    app.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', newObjectId('req'))
      requireKey(request.headers.authorization, simulator.secrets.secretKey)

      const trouble = await takeTrouble(simulator.db, simulator.clock())
      troubles.set(request, trouble)
      if (trouble === 'too-many')
        throw new SimulatorRefusal(429, 'invalid_request_error', 'Too many requests', 'rate_limit')
      if (trouble === 'fault') throw new SimulatorRefusal(500, 'api_error', 'Something went wrong on our end')

      if (trouble === 'down') drop(reply)
    })
    app.setErrorHandler((error, request, reply) => {
      const refusal = error instanceof SimulatorRefusal ? error : new SimulatorRefusal(500, 'api_error', 'Not now')
      if (refusal !== error) request.log.warn({ err: error }, 'payment simulator: a request failed')
      return reply.code(refusal.status).send(refusal.body)
    })

    const answer = async (request: FastifyRequest, reply: FastifyReply, { status, body, replayed }: Answer) => {
      simulator.work.kick()

      if (troubles.get(request) === 'hang') {
        hanging.add(reply)
        reply.raw.once('close', () => hanging.delete(reply))
        return reply.hijack()
      }

      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(status).send(body)
    }
    servePosts(app, simulator, answer)
    serveGets(app, simulator, answer)
  }
}

/** The connection breaks, as it does when nobody is there. */
function drop(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}

type Reply = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<FastifyReply>
const found = (body: unknown): Answer => ({ status: 200, body, replayed: false })

function keyOf({ headers }: FastifyRequest) {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

const idIn = (request: FastifyRequest) => String((request.params as { id?: unknown }).id)
const queryOf = ({ url }: FastifyRequest) => parseForm(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

function servePosts(app: FastifyInstance, { db, clock, pages }: Simulator, answer: Reply): void {
  const post = (path: string, act: (trx: Trx, request: FastifyRequest, body: string) => Promise<object>) =>
    app.post(path, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const keyed = { key: keyOf(request), path: request.url, body }
      return answer(request, reply, await once(db, clock(), keyed, (trx) => act(trx, request, body)))
    })
  post('/checkout/sessions', (trx, _request, body) => createSession(trx, clock(), parseForm(body), pages))
  post('/checkout/sessions/:id/expire', (trx, request) => expireSession(trx, clock(), idIn(request)))
  post('/refunds', (trx, _request, body) => createRefund(trx, clock(), parseForm(body)))
}

function serveGets(app: FastifyInstance, { db }: Simulator, answer: Reply): void {
  const get = <T>(path: string, kind: ObjectKind, show: (object: T, asked: Set<string>) => Promise<object>) =>
    app.get(path, async (request, reply) => {
      const object = await findObject<T>(db, kind, idIn(request))
      if (!object) throw missing(idIn(request))
      return answer(request, reply, found(await show(object, expansions(queryOf(request)))))
    })
  get<StoredSession>('/checkout/sessions/:id', 'session', ({ shown }, asked) => expandedSession(db, shown, asked))
  get<PaymentObject>('/payment_intents/:id', 'payment', (payment, asked) => expandedPayment(db, payment, asked))
  get<object>('/refunds/:id', 'refund', async (refund) => refund)

  const list = (path: string, kind: ObjectKind) =>
    app.get(path, async (request, reply) => {
      const data = await listObjects<object>(db, kind, String(queryOf(request).payment_intent ?? ''))
      return answer(request, reply, found({ object: 'list', url: `/v1${path}`, has_more: false, data }))
    })
  list('/refunds', 'refund')
  list('/disputes', 'dispute')
}
