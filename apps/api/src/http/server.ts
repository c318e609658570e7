import { languageFromHeader } from '@cotation/domain'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '#core/config.ts'
import { runInRequest } from '#core/request-scope.ts'
import { newPublicId } from '#core/secrets.ts'
import type { Texts } from '#core/texts.ts'
import { clientNetwork } from './client-network.ts'
import { asAppError, errorAnswer } from './error-answer.ts'
import { shedLoad } from './load-shedding.ts'
import { type LoopDelay, measureLoopDelay } from './loop-delay.ts'
import { refuseExpectations, refuseRawRequest } from './raw-refusal.ts'
import { checkRequestHeads } from './request-head.ts'
import { logOptions } from './request-log.ts'
import { dataHeaders } from './security-headers.ts'
import { limitSlowBodies, maxBodyMs } from './slow-bodies.ts'

const kib = 1024

/** The HTTP server with its limits, headers, log and error answers, without routes. */
export async function createHttpServer(
  config: Config,
  texts: Texts,
  delay: LoopDelay = measureLoopDelay(),
): Promise<FastifyInstance> {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const appError = asAppError(error)
    if (appError.code === 'UNEXPECTED') request.log.error({ err: appError.cause }, 'unexpected error')
    if (appError.code === 'STORAGE_FULL' && appError.cause)
      request.log.error({ err: appError.cause }, 'the disk is full')
    if (appError.code === 'BUSY') request.log.warn({ reason: nameOf(appError.cause) }, 'answered busy')

    const answer = errorAnswer(appError, {
      texts,
      language: languageFromHeader(request.headers['accept-language']),
      requestId: request.id,
      passwordMinLength: config.passwordMinLength,
    })

    return reply.code(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body)
  }

  const app = Fastify({
    logger: logOptions(config.logLevel),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: 100 * kib,
    // Must fit a file chunk on a slow connection; `limitSlowBodies` is stricter with the others.
    requestTimeout: maxBodyMs,
    keepAliveTimeout: 10_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * kib,
      // Checked in a hook below, because Node's refusal would lack our headers.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    genReqId: newPublicId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // Requests during shutdown are still served, because Fastify's refusal would lack our headers.
    return503OnClosing: false,
    clientErrorHandler: refuseRawRequest,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...dataHeaders, 'x-request-id': request.id })
      answerError(error, request, reply)
    },
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...dataHeaders, 'x-request-id': request.id })
  })

  // What the request causes later, such as mails, is logged with its id.
  app.addHook('onRequest', (request, _reply, done) =>
    runInRequest({ requestId: request.id, network: clientNetwork(request.ip) }, done),
  )

  checkRequestHeads(app, config)
  shedLoad(app, { limits: config.load, delay, texts })
  limitSlowBodies(app)
  refuseExpectations(app.server)
  closeAfterAnswer(app)

  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    answerError(Object.assign(new Error('no such route'), { statusCode: 404 }), request, reply),
  )

  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  await app.register(multipart)

  return app
}

/** During shutdown answers close the connection: keep-alive would delay the exit by its timeout. */
function closeAfterAnswer(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
