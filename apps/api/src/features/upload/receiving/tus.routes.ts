import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { languageFromHeader, uploadLimits } from '@cotation/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isDiskFull } from '#adapters/disk-space.ts'
import { createTusEndpoint, type TusAnswer, type TusEndpoint, type TusRequest } from '#adapters/tus-endpoint.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { clientNetwork } from '#http/client-network.ts'
import { errorAnswer } from '#http/error-answer.ts'
import { bearerToken, type FindSession, isStaff, type Owner, ownerOf } from '#http/session.ts'
import { admit, admitBytes, admitCreation, cancelUpload, markReceived, recordBytes } from './receive.service.ts'

const path = '/gateway/upload'
const chunkType = 'application/offset+octet-stream'

/**
 * Receives files by tus in chunks of up to 8 MiB: requests stay short and a lost connection costs
 * little. The tus id is the upload's id, so a client can resume after a reload. No CORS headers.
 */
export function serveTus(deps: Deps, findSession: FindSession) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    // Not parsed: the library reads the body from the connection.
    app.addContentTypeParser(chunkType, (_request, _payload, done) => done(null))

    const tus = createTusEndpoint(path, deps.uploads, (uploadId) => markReceived(deps, uploadId))
    const context: Context = { deps, findSession, tus, chunks: new ArrivingChunks() }
    app.post('/', (request, reply) => create(context, request, reply))
    app.head('/:uploadId', (request, reply) => sendOffset(context, request, reply))
    app.patch('/:uploadId', { config: { slowBody: true } }, (request, reply) => receiveChunk(context, request, reply))
    app.delete('/:uploadId', (request, reply) => cancel(context, request, reply))
  }
}

interface Context {
  deps: Deps
  findSession: FindSession
  tus: TusEndpoint
  chunks: ArrivingChunks
}

/** A browser sends three files at once, so this suffices for an office behind one address. */
export const maxChunksPerNetwork = 200

/**
 * Limits the chunks that arrive from one network at the same time. A slot in the database is taken
 * when bytes are stored; until then, slow chunks would cost nothing but our connections.
 */
class ArrivingChunks {
  readonly #perNetwork = new Map<string, number>()

  async receive<T>(network: string, chunk: () => Promise<T>): Promise<T> {
    const others = this.#perNetwork.get(network) ?? 0
    if (others >= maxChunksPerNetwork) throw new AppError('BUSY')

    this.#perNetwork.set(network, others + 1)
    try {
      return await chunk()
    } finally {
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#perNetwork.set(network, left)
      else this.#perNetwork.delete(network)
    }
  }
}

async function ownerOfRequest({ findSession }: Context, request: FastifyRequest): Promise<Owner> {
  const token = bearerToken(request.headers.authorization)
  const session = token === null ? null : await findSession(token)
  if (!session || isStaff(session)) throw new AppError('UNAUTHENTICATED')
  return ownerOf(session)
}

/** Malformed and unknown ids both return 404. */
function uploadIdOf(value: unknown): string {
  const id = z.uuid().safeParse(value)
  if (!id.success) throw new AppError('NOT_FOUND')
  return id.data
}

const idIn = (request: FastifyRequest) => uploadIdOf((request.params as { uploadId?: unknown }).uploadId)

/** Reads the id from the Base64 metadata header: `uploadId NmI4…,filename …`. */
function announcedId(header: unknown): string {
  const encoded = /(?:^|,) ?uploadId ([\w+/=]{1,64})(?:,|$)/.exec(typeof header === 'string' ? header : '')?.[1]
  return uploadIdOf(encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('latin1'))
}

async function create(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const owner = await ownerOfRequest(context, request)
  const { headers } = request

  // Deferred lengths, concatenation and bytes in the creation request are not supported.
  const isPlain = headers['upload-defer-length'] === undefined && headers['upload-concat'] === undefined
  if (!isPlain || bodyBytes(request) !== 0) throw new AppError('MALFORMED')

  const length = /^[1-9]\d{0,14}$/.exec(String(headers['upload-length']))?.[0]
  if (length === undefined) throw new AppError('MALFORMED')

  const uploadId = announcedId(headers['upload-metadata'])
  await admitCreation(context.deps, owner, uploadId, Number(length))

  return send(context, request, reply, await context.tus(tusRequest(request, uploadId, null)))
}

async function sendOffset(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const owner = await ownerOfRequest(context, request)
  const uploadId = idIn(request)
  const { state, bytes } = await admit(context.deps.db, owner, uploadId)
  if (state === 'complete') return sendComplete(reply, bytes)

  const answer = await context.tus(tusRequest(request, uploadId, null))
  // The server was killed after the last byte: the client sends no more, so complete it here.
  if (answer.headers['upload-offset'] === String(bytes)) await markReceived(context.deps, uploadId)

  return send(context, request, reply, answer)
}

const tusRequest = ({ method, headers }: FastifyRequest, uploadId: string, body: PassThrough | null): TusRequest => ({
  method,
  headers,
  uploadId,
  body,
})

/** Repeats the response to the last chunk, which may have been lost. */
function sendComplete(reply: FastifyReply, bytes: number): FastifyReply {
  return reply
    .code(200)
    .headers({ 'tus-resumable': '1.0.0', 'upload-offset': String(bytes), 'upload-length': String(bytes) })
    .send()
}

async function receiveChunk(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const owner = await ownerOfRequest(context, request)
  const uploadId = idIn(request)
  refuseBody(request, reply)

  const { state } = await admitBytes(context.deps, owner, uploadId)
  if (state === 'complete') return conflict(context, request, reply, 409)

  const answer = await withoutHalfFile(context, uploadId, async () => {
    await context.deps.storageRoom.assertRoomFor(bodyBytes(request))

    return context.chunks.receive(clientNetwork(request.ip), async () => {
      const body = bodyUntilClosed(request.raw)
      const received = await context.tus(tusRequest(request, uploadId, body))

      // Unread bytes would block the next request on this connection.
      request.raw.unpipe(body).resume()
      return received
    })
  })
  if (answer.status < 300) await recordBytes(context.deps, uploadId)

  return send(context, request, reply, answer)
}

/**
 * Removes what has arrived of an upload if the disk is full (B35): it would take the space that is
 * missing for a day. The client begins again once there is room.
 */
async function withoutHalfFile(
  { deps }: Context,
  uploadId: string,
  receive: () => Promise<TusAnswer>,
): Promise<TusAnswer> {
  try {
    const answer = await receive()
    if (isDiskFull(answer.failure)) throw answer.failure
    return answer
  } catch (error) {
    const isFull = isDiskFull(error) || (error instanceof AppError && error.code === 'STORAGE_FULL')
    if (isFull) await deps.uploads.remove(uploadId)
    throw error
  }
}

async function cancel(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const owner = await ownerOfRequest(context, request)
  const uploadId = idIn(request)
  if (request.headers['tus-resumable'] !== '1.0.0') return conflict(context, request, reply, 412)

  await cancelUpload(context.deps, owner, uploadId)
  return send(context, request, reply, await context.tus(tusRequest(request, uploadId, null)))
}

/** NaN if the length is unknown. */
function bodyBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN
  return Number(headers['content-length'] ?? 0)
}

function refuseBody(request: FastifyRequest, reply: FastifyReply): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE')

  const bytes = bodyBytes(request)
  if (Number.isNaN(bytes)) throw new AppError('MALFORMED')
  if (bytes <= uploadLimits.chunkBytes) return

  // Closed instead of reading the rest.
  reply.header('connection', 'close')
  throw new AppError('TOO_LARGE')
}

function bodyUntilClosed(raw: IncomingMessage): PassThrough {
  const body = new PassThrough()
  raw.once('error', () => body.end())
  raw.once('close', () => body.end())
  return raw.pipe(body)
}

const protocolStatuses = new Set([409, 412])

async function send(context: Context, request: FastifyRequest, reply: FastifyReply, answer: TusAnswer) {
  const { status, headers, failure } = answer
  if (status < 400) return reply.code(status).headers(headers).send()
  if (status === 500 && failure instanceof Error) throw failure
  if (protocolStatuses.has(status)) return conflict(context, request, reply, status)
  if (status === 404 || status === 410) throw new AppError('NOT_FOUND')
  if (status === 413) throw new AppError('TOO_LARGE')
  throw new AppError(status < 500 ? 'MALFORMED' : 'BUSY', { cause: failure })
}

/** tus clients react to these statuses: on 409 they ask for the offset and resume. */
function conflict({ deps }: Context, request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const { body } = errorAnswer(new AppError('MALFORMED'), {
    texts: deps.texts,
    language: languageFromHeader(request.headers['accept-language']),
    requestId: request.id,
    passwordMinLength: deps.config.passwordMinLength,
  })
  return reply.code(status).header('tus-version', '1.0.0').send(body)
}
