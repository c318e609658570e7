import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, processOnce } from './idempotency.ts'
import { findObject, listObjects, type ObjectKind, type SimulatorDb, type SimulatorTrx } from './objects.repository.ts'
import type { Simulator } from './options.ts'
import { expansions, parseForm } from './parameters.ts'
import { missing, ProviderError } from './provider-error.ts'
import {
  type ChargeObject,
  newObjectId,
  type PaymentObject,
  type SessionObject,
  type StoredSession,
} from './provider-objects.ts'
import { createRefund } from './refunds.ts'
import { requireSecretKey } from './secrets.ts'
import { createSession, expireSession } from './sessions.ts'
import { type Switches, takeTrouble } from './switches.ts'

/** `/v1`: the part of the provider's API that the product calls. */
export function serveApi(simulator: Simulator) {
  return async (app: FastifyInstance): Promise<void> => {
    const troubles = new WeakMap<FastifyRequest, Switches['trouble']>()
    const hanging = new Set<FastifyReply>()

    app.addHook('preClose', async () => {
      for (const reply of hanging) reply.raw.destroy()
    })

    app.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', newObjectId('req'))
      requireSecretKey(request.headers.authorization, simulator.secrets.secretKey)

      const trouble = await takeTrouble(simulator.db, simulator.clock())
      troubles.set(request, trouble)
      if (trouble === 'too-many')
        throw new ProviderError(429, 'invalid_request_error', 'Too many requests', 'rate_limit')
      if (trouble === 'fault') throw new ProviderError(500, 'api_error', 'Something went wrong on our end')
      if (trouble === 'down') dropConnection(reply)
    })

    app.setErrorHandler((error, request, reply) => {
      const answer = error instanceof ProviderError ? error : new ProviderError(500, 'api_error', 'Not now')
      if (answer !== error) request.log.warn({ err: error }, 'card simulator: request failed')
      return reply.code(answer.status).send(answer.body)
    })

    const send = async (request: FastifyRequest, reply: FastifyReply, { status, body, replayed }: Answer) => {
      simulator.work.kick()

      if (troubles.get(request) === 'hang') {
        hanging.add(reply)
        reply.raw.once('close', () => hanging.delete(reply))
        return reply.hijack()
      }

      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(status).send(body)
    }

    servePosts(app, simulator, send)
    serveGets(app, simulator, send)
  }
}

function dropConnection(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}

type Send = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<FastifyReply>
const found = (body: unknown): Answer => ({ status: 200, body, replayed: false })

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

const idOf = (request: FastifyRequest) => String((request.params as { id?: unknown }).id)
const queryOf = ({ url }: FastifyRequest) => parseForm(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

function servePosts(app: FastifyInstance, { db, clock, publicUrl }: Simulator, send: Send): void {
  const post = (path: string, act: (trx: SimulatorTrx, request: FastifyRequest, body: string) => Promise<object>) =>
    app.post(path, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const keyed = { key: idempotencyKey(request), path: request.url, body }
      return send(request, reply, await processOnce(db, clock(), keyed, (trx) => act(trx, request, body)))
    })

  post('/checkout/sessions', (trx, _request, body) => createSession(trx, clock(), parseForm(body), publicUrl))
  post('/checkout/sessions/:id/expire', (trx, request) => expireSession(trx, clock(), idOf(request)))
  post('/refunds', (trx, _request, body) => createRefund(trx, clock(), parseForm(body)))
}

function serveGets(app: FastifyInstance, { db }: Simulator, send: Send): void {
  const get = <T>(path: string, kind: ObjectKind, show: (object: T, expand: Set<string>) => Promise<object>) =>
    app.get(path, async (request, reply) => {
      const object = await findObject<T>(db, kind, idOf(request))
      if (!object) throw missing(idOf(request))
      return send(request, reply, found(await show(object, expansions(queryOf(request)))))
    })

  get<StoredSession>('/checkout/sessions/:id', 'session', ({ shown }, expand) => expandSession(db, shown, expand))
  get<PaymentObject>('/payment_intents/:id', 'payment', (payment, expand) => expandPayment(db, payment, expand))
  get<object>('/refunds/:id', 'refund', async (refund) => refund)

  const list = (path: string, kind: ObjectKind) =>
    app.get(path, async (request, reply) => {
      const data = await listObjects<object>(db, kind, String(queryOf(request).payment_intent ?? ''))
      return send(request, reply, found({ object: 'list', url: `/v1${path}`, has_more: false, data }))
    })

  list('/refunds', 'refund')
  list('/disputes', 'dispute')
}

/** The payment with its charge if `expand` names `latest_charge` under `prefix`. */
async function expandPayment(
  db: SimulatorDb,
  payment: PaymentObject,
  expand: Set<string>,
  prefix = '',
): Promise<object> {
  if (!expand.has(`${prefix}latest_charge`) || !payment.latest_charge) return payment
  return { ...payment, latest_charge: await findObject<ChargeObject>(db, 'charge', payment.latest_charge) }
}

async function expandSession(db: SimulatorDb, session: SessionObject, expand: Set<string>): Promise<object> {
  if (!expand.has('payment_intent') || !session.payment_intent) return session

  const payment = await findObject<PaymentObject>(db, 'payment', session.payment_intent)
  if (!payment) return session
  return { ...session, payment_intent: await expandPayment(db, payment, expand, 'payment_intent.') }
}
