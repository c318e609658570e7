import type { Readable } from 'node:stream'
import {
  type BytesOutput,
  type ErrorCode,
  type EventsOutput,
  errorStatus,
  isViewable,
  type Limit,
  type ParsedInput,
  type Route,
  type RouteOutput,
} from '@cotation/contracts'
import { type Language, languageFromHeader, type SecurityEventKind, workHeader } from '@cotation/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { spendBudget } from '#core/guards.ts'
import type { ProofOfWork } from '#core/proof-of-work.ts'
import type { RateLimiter } from '#core/rate-limit.ts'
import type { SecurityEvents } from '#core/security-events.ts'
import { clientNetwork } from '#http/client-network.ts'
import { browserName } from './browser-name.ts'
import { compressFast, encodingFor, minCompressedBytes } from './compression.ts'
import { contentDisposition } from './content-disposition.ts'
import { type Cookies, requestCookies } from './cookies.ts'
import { EventStream } from './event-stream.ts'
import { readUploadedFile } from './form-upload.ts'
import { ContractBreach, PreparedAnswer } from './prepared-answer.ts'
import {
  bearerToken,
  type CustomerSession,
  isCustomer,
  isStaff,
  type OpenedSession,
  type OpenSession,
  type Owner,
  ownerOf,
  type Session,
  type StaffSession,
} from './session.ts'
import { parseWith } from './validation.ts'

/** The caller, passed to handlers beside the parsed input. */
export interface Caller<S extends Session | null = Session | null> {
  session: S
  /** Owns the caller's projects and files; staff own none. */
  owner: S extends StaffSession ? null : S extends Session ? Owner : null
  /** What limits count by: an IPv4 address or an IPv6 /56. */
  network: string
  /** Such as "Firefox, Windows"; empty if unknown. */
  browserName: string
  language: Language
  cookies: Cookies
}

interface Sessions {
  public: Session | null
  visitor: Session
  customer: CustomerSession
  staff: StaffSession
}

type SessionOf<R extends Route> = Sessions[R['access']]

/** Streamed, because the file may not fit in memory. */
export interface StreamAnswer {
  stream: Readable
  /** Unknown for what is made while it is sent. */
  bytes?: number
  contentType: string
  fileName: string
}

type PlainAnswerOf<R extends Route> =
  | RouteOutput<R>
  | (R['output'] extends BytesOutput ? StreamAnswer : never)
  | (R['output'] extends infer S extends z.ZodType ? PreparedAnswer<S> : never)

type AnswerOf<R extends Route> = R['output'] extends { events: infer S extends z.ZodType }
  ? EventStream<S>
  : PlainAnswerOf<R>

/** A handler returns nothing if the answer has no fields. */
type Handler<R extends Route> = (
  input: ParsedInput<R>,
  caller: Caller<SessionOf<R>>,
) => Promise<AnswerOf<R>> | (Record<string, never> extends RouteOutput<R> ? Promise<void> : never)

export type Serve = <R extends Route>(contract: R, handler: Handler<R>) => void

interface GatewayParts {
  app: FastifyInstance
  openSession: OpenSession
  limiter: RateLimiter
  clock: () => Date
  proofOfWork: Pick<ProofOfWork, 'assertDone'>
  securityEvents: Pick<SecurityEvents, 'record'>
  secureCookies: boolean
}

const none = z.strictObject({})

/** Binds contracts to handlers. Checks access, limits and input, then the handler's output. */
export function createServe(parts: GatewayParts): Serve {
  return (contract, handler) => {
    parts.app.route({
      method: contract.method,
      url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: contract.load === undefined ? { contract } : { contract, load: contract.load },
      ...(contract.maxBodyBytes === undefined ? {} : { bodyLimit: contract.maxBodyBytes }),
      handler: async (request, reply) => {
        const opened = await openSessionOf(contract, request, parts.openSession)
        try {
          return await answerCall(parts, contract, handler as unknown as Handler<Route>, opened, request, reply)
        } catch (error) {
          recordRefusal(parts.securityEvents, contract, opened.session, error)
          throw error
        }
      },
    })
  }
}

async function answerCall(
  parts: GatewayParts,
  contract: Route,
  handler: Handler<Route>,
  opened: OpenedSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = checkAccess(contract, opened.session)
  checkStepUp(contract, session, parts.clock())
  if (opened.waitSeconds !== null) throw new AppError('RATE_LIMITED', { retryAfterSeconds: opened.waitSeconds })
  // Before the limits: a call that comes again with its proof counts once.
  await checkWork(parts.proofOfWork, contract, request)
  await checkOtherLimits(parts.limiter, contract, request, session)

  // Before its outcome is known: attempts matter as well.
  if (isStaff(session))
    parts.securityEvents.record({ kind: 'staff-call', staffId: session.staffId, detail: keyOf(contract) })
  if (session !== null && session.viewerId !== null)
    parts.securityEvents.record({ kind: 'staff-call', staffId: session.viewerId, detail: keyOf(contract) })

  const input = await parseInput(contract, request)
  const answer = await handler(input, {
    session,
    owner: session && !isStaff(session) ? ownerOf(session) : null,
    network: clientNetwork(request.ip),
    browserName: browserName(request.headers['user-agent']),
    language: languageFromHeader(request.headers['accept-language']),
    cookies: requestCookies(request, reply, parts.secureCookies),
  } as Caller<SessionOf<Route>>)

  if (answer instanceof EventStream) return sendEvents(contract, reply, answer)
  if (answer instanceof PreparedAnswer) return sendPrepared(contract, request, reply, answer)
  return send(contract, request, reply, answer)
}

const keyOf = ({ method, path }: Route) => `${method} ${path}`

const wrongProofs: ReadonlySet<ErrorCode> = new Set([
  'PASSWORD_WRONG',
  'VERIFICATION_CODE_WRONG',
  'SECOND_FACTOR_WRONG',
])

/** The event that a refusal is; null for ordinary ones, such as a form with an error. */
function refusalKind(code: ErrorCode): SecurityEventKind | null {
  if (code === 'RATE_LIMITED') return 'limit-reached'
  if (wrongProofs.has(code)) return 'password-wrong'
  if (code === 'STEP_UP_REQUIRED') return null
  return errorStatus[code] === 403 ? 'forbidden' : null
}

function recordRefusal(
  events: GatewayParts['securityEvents'],
  contract: Route,
  session: Session | null,
  error: unknown,
): void {
  const kind = error instanceof AppError ? refusalKind(error.code) : null
  if (kind === null) return
  // A login records its failures itself, with the account; its caller may be a visitor.
  const isLogin = contract.access === 'public' || contract.access === 'visitor'
  if (kind === 'password-wrong' && isLogin) return

  const staffId = session?.staffId ?? session?.viewerId
  // A member of staff who looks must not appear as the customer.
  const customerId = session?.viewerId ? undefined : session?.customerId
  events.record({ kind, customerId, staffId, detail: keyOf(contract) })
}

const callOf = ({ method, path }: Route, { by, windowSeconds }: Limit) => `${method} ${path} ${by} ${windowSeconds}`

const firstSessionLimit = ({ limits }: Route) => limits?.find(({ by }) => by === 'session')

/** The caller's session; counts a use of the route's first limit per session. */
async function openSessionOf(
  contract: Route,
  request: FastifyRequest,
  openSession: OpenSession,
): Promise<OpenedSession> {
  const token = bearerToken(request.headers.authorization)
  if (token === null) return { session: null, waitSeconds: null }

  const limit = firstSessionLimit(contract)
  return openSession(token, limit ? { ...limit, call: callOf(contract, limit) } : null)
}

/** The session the handler may use. Outside staff routes a staff session counts as none (STF-1). */
function checkAccess(contract: Route, session: Session | null): Session | null {
  const { access, right } = contract
  if (access === 'staff') {
    if (session === null) throw new AppError('UNAUTHENTICATED')
    if (!isStaff(session) || !right || !session.staffRights.includes(right)) throw new AppError('FORBIDDEN')
    return session
  }

  const caller = isStaff(session) ? null : session
  if (caller !== null && caller.viewerId !== null && !isViewable(contract)) throw new AppError('VIEW_ONLY')
  if (access === 'public') return caller
  if (caller === null || (access === 'customer' && !isCustomer(caller))) throw new AppError('UNAUTHENTICATED')

  return caller
}

/** Before validation, so that a form is asked for the second factor first. */
function checkStepUp({ stepUp }: Route, session: Session | null, now: Date): void {
  if (!stepUp) return
  const until = session?.steppedUpUntil ?? null
  if (until === null || until <= now) throw new AppError('STEP_UP_REQUIRED')
}

function limitKey(by: Limit['by'], request: FastifyRequest, session: Session | null): string | null {
  if (by === 'ip') return clientNetwork(request.ip)
  // Who looks spends a budget of the view, not the customer's.
  if (session?.viewerId) return session.tokenHash.toString('hex')
  return session ? (session.customerId ?? session.staffId ?? session.tokenHash.toString('hex')) : null
}

async function checkWork(
  proofOfWork: GatewayParts['proofOfWork'],
  contract: Route,
  request: FastifyRequest,
): Promise<void> {
  if (contract.workAfterCalls === undefined) return

  const proof = request.headers[workHeader]
  const call = {
    action: keyOf(contract),
    network: clientNetwork(request.ip),
    freeCalls: contract.workAfterCalls,
  }
  await proofOfWork.assertDone(call, typeof proof === 'string' ? proof : undefined)
}

async function checkOtherLimits(
  limiter: RateLimiter,
  contract: Route,
  request: FastifyRequest,
  session: Session | null,
): Promise<void> {
  // Opening a session counts the first limit, opening a view does not.
  const spent = session?.viewerId ? undefined : firstSessionLimit(contract)
  for (const limit of contract.limits ?? []) {
    const key = limitKey(limit.by, request, session)
    if (limit === spent || key === null) continue

    await spendBudget({ limiter }, `${callOf(contract, limit)} ${key}`, limit)
  }
}

async function parseInput(contract: Route, request: FastifyRequest) {
  return {
    params: parseWith(contract.params ?? none, request.params),
    query: parseWith(contract.query ?? none, request.query),
    body: contract.body ? parseWith(contract.body, request.body) : undefined,
    upload: contract.upload ? await readUploadedFile(request, contract.upload) : undefined,
  }
}

function isBytes(output: Route['output']): output is BytesOutput {
  return 'bytes' in output
}

function isEvents(output: Route['output']): output is EventsOutput {
  return 'events' in output
}

const cacheControl = {
  validated: 'public, no-cache',
  'for-ever': 'public, max-age=31536000, immutable',
  'private-day': 'private, max-age=86400',
} as const

function sendPrepared(
  contract: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PreparedAnswer,
): Promise<FastifyReply> {
  if (answer.schema !== contract.output) throw new ContractBreach(['(prepared for another call)'])
  return answer.send(request, reply, contract.cache ? cacheControl[contract.cache] : 'no-store')
}

/** Proxies must pass each event on at once: nginx buffers answers unless this header forbids it. */
function sendEvents({ output }: Route, reply: FastifyReply, answer: EventStream): FastifyReply {
  if (!isEvents(output) || answer.schema !== output.events) throw new ContractBreach(['(events of another call)'])
  return reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no').send(answer.body)
}

/** An answer that violates its contract is logged and never reaches the client (BOL-5). */
async function send(
  contract: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> {
  if (isBytes(contract.output)) return sendBytes(contract.output, contract, reply, answer as BytesAnswer)

  if (isEvents(contract.output)) throw new ContractBreach(['(no events)'])

  const checked = contract.output.safeParse(answer ?? {})
  if (checked.success) return sendData(request, reply, checked.data)
  throw ContractBreach.of(checked.error)
}

/**
 * Compressed above a size. The size of an answer with a secret beside text of an attacker's choice
 * could reveal the secret (BREACH). That needs requests that the victim's browser authenticates by
 * itself; ours carry the token in a header, which other sites cannot make it send. Answers that issue
 * a token or key are too short to be compressed.
 */
async function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown): Promise<FastifyReply> {
  const body = Buffer.from(JSON.stringify({ data }))
  reply.type('application/json; charset=utf-8')
  if (body.length < minCompressedBytes) return reply.send(body)

  const encoding = encodingFor(request)
  reply.header('vary', 'accept-encoding')
  if (encoding === null) return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compressFast(body, encoding))
}

type BytesAnswer = StreamAnswer | { bytes: Uint8Array; contentType: string; fileName?: string }

function sendBytes(output: BytesOutput, contract: Route, reply: FastifyReply, answer: BytesAnswer): FastifyReply {
  if (!output.bytes.includes(answer.contentType)) throw new ContractBreach(['(content type)'])

  reply.header('content-type', answer.contentType).header('content-disposition', contentDisposition(answer.fileName))
  if (contract.cache) reply.header('cache-control', cacheControl[contract.cache])

  if ('stream' in answer) {
    if (answer.bytes !== undefined) reply.header('content-length', answer.bytes)
    return reply.send(answer.stream)
  }
  return reply.send(answer.bytes)
}
