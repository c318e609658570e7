import { languageFromHeader } from '@cotation/domain'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '#src/config.ts'
import { newPublicId } from '#src/secrets.ts'
import type { Texts } from '#src/texts.ts'
import { asAppError, errorAnswer } from './error-answer.ts'
import { logOptions } from './request-log.ts'
import { dataPolicy, securityHeaders } from './security-headers.ts'

const kib = 1024

/** Before a request is one: a malformed head, a head that is too long or too slow. The socket gets the same headers. */
function refuseRawRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const headers = {
    ...securityHeaders,
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    'content-length': '0',
    connection: 'close',
  }
  socket.end(
    `HTTP/1.1 ${status}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
}

/** The HTTP server with its limits, headers, log and error answers; the gateway and the pages are hung into it. */
export async function createHttpServer(config: Config, texts: Texts): Promise<FastifyInstance> {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const appError = asAppError(error)
    if (appError.code === 'UNEXPECTED') request.log.error({ err: appError.cause }, 'unexpected failure')
    else if (appError.code === 'BUSY') request.log.warn({ reason: nameOf(appError.cause) }, 'busy')
    const answer = errorAnswer(appError, texts, languageFromHeader(request.headers['accept-language']), request.id)
    return reply.code(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body)
  }

  const app = Fastify({
    logger: logOptions(config.logLevel),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: 100 * kib,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 15_000, maxHeaderSize: 16 * kib },
    routerOptions: { maxParamLength: 200 },
    genReqId: newPublicId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseRawRequest,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, 'content-security-policy': dataPolicy, 'cache-control': 'no-store' })
      answerError(error, request, reply)
    },
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      ...securityHeaders,
      'content-security-policy': dataPolicy,
      'cache-control': 'no-store',
      'x-request-id': request.id,
    })
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    answerError(Object.assign(new Error('no such route'), { statusCode: 404 }), request, reply),
  )
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  await app.register(multipart)
  return app
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
