import type { Api, ErrorBody } from '@cotation/contracts'
import { type WorkChallenge, workHeader } from '@cotation/domain'
import { session } from '#lib/gateway/session.ts'
import { language } from '#lib/texts/language.ts'
import { ApiError } from './api-error.ts'
import { keepEarlyAnswer, takeEarlyAnswer } from './early-answers.ts'

/** Spec 7 and 9. */
export const gatewayUrl = '/gateway'
export const requestTimeoutMs = 20_000

export interface CallOptions {
  signal?: AbortSignal
  /** The caller shows errors itself: no toast, except for a session that has ended. */
  quiet?: boolean
  /**
   * The call outlives its page. Browsers limit the bodies of all such calls to about 64 KiB
   * together.
   */
  keepalive?: boolean
  /** For calls that take longer than most. */
  timeoutMs?: number
}

export interface CallInput {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  upload?: Blob
}

type FailureListener = (error: ApiError, quiet: boolean) => void
let failureListener: FailureListener = () => {}

/** The app registers its handling of failures here, once. */
export function onApiFailure(listener: FailureListener) {
  failureListener = listener
}

/** Handles a failure that no call reported, such as a session that turns out to be invalid. */
export function reportFailure(error: ApiError): void {
  failureListener(error, false)
}

/** Whose token a call carries, and who handles its failure. */
export interface Caller {
  /** The token that is sent. */
  sentToken: () => string | null
  /** The session that a 401 is about. */
  token: () => string | null
  onFailure: FailureListener
}

const customer: Caller = {
  sentToken: () => session.token() ?? session.temporaryToken(),
  token: () => session.token(),
  onFailure: (error, quiet) => failureListener(error, quiet),
}

/** The address of a call, also for `<img>` and `<audio>`. */
export function gatewayPath(path: string, input: Pick<CallInput, 'params' | 'query'> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }

  return gatewayUrl + filled + (query.size > 0 ? `?${query}` : '')
}

function requestBody(input: CallInput): { body?: BodyInit; contentType?: string } {
  if (input.upload) {
    const form = new FormData()
    form.set('image', input.upload)
    return { body: form }
  }
  return input.body === undefined ? {} : { body: JSON.stringify(input.body), contentType: 'application/json' }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

export async function readAnswer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && typeof body === 'object' && body !== null && 'data' in body) return body.data
  if (!response.ok && isErrorBody(body)) throw new ApiError({ ...body, status: response.status })
  throw new ApiError({ code: 'UNEXPECTED', status: response.status, message: '' })
}

export async function readBytes(response: Response): Promise<Uint8Array> {
  if (!response.ok) await readAnswer(response)
  return new Uint8Array(await response.arrayBuffer())
}

export async function readFile(response: Response): Promise<Blob> {
  if (!response.ok) await readAnswer(response)
  return response.blob()
}

interface Sending {
  signal: AbortSignal
  keepalive?: boolean
  /** A proof of work that the server asked for. */
  proof?: string | undefined
  /** The customer's by default. */
  token?: string | null
}

/** The bare request, for callers that read and handle the response themselves. */
export function send(key: string, input: CallInput, sending: Sending): Promise<Response> {
  const { signal, keepalive = false, proof, token = customer.sentToken() } = sending
  const space = key.indexOf(' ')
  const { body, contentType } = requestBody(input)
  const headers = new Headers({ accept: 'application/json', 'accept-language': language.get() })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (contentType) headers.set('content-type', contentType)
  if (proof !== undefined) headers.set(workHeader, proof)

  const address = gatewayPath(key.slice(space + 1), input)
  const early = key.startsWith('GET ') ? takeEarlyAnswer(requestOf(address, token)) : undefined
  if (early) return early

  const request: RequestInit = { method: key.slice(0, space), headers, signal, ...(keepalive && { keepalive }) }
  if (body !== undefined) request.body = body

  return fetch(address, request)
}

/** Two requests with the same text get the same answer. */
const requestOf = (address: string, token: string | null) => [address, language.get(), token ?? ''].join(' ')

/**
 * Sends a call while the code of the first page is still on its way. The first same call of that
 * code gets the answer.
 */
export function askEarly<K extends keyof Api & `GET ${string}`>(key: K, input: Api[K]['input']): void {
  const known = input as CallInput
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const request = requestOf(gatewayPath(key.slice('GET '.length), known), customer.sentToken())
  keepEarlyAnswer(request, () => send(key, known, { signal }))
}

/** The error of a call without a response. */
const unanswered = (code: 'TIMEOUT' | 'NETWORK') => new ApiError({ code, status: 0, message: '' })

/** A second proof is needed where the first took too long or the network changed in the meantime. */
const maxProofs = 3

/**
 * Repeats a call with the proof of work that the server asks for, which a worker computes. If it
 * cannot, the server's refusal stays: it says what to do.
 */
async function withProofs<T>(
  request: (proof?: string) => Promise<T>,
  signal: AbortSignal | undefined,
  proofs = 0,
  proof?: string,
): Promise<T> {
  try {
    return await request(proof)
  } catch (error) {
    if (!(error instanceof ApiError) || error.work === undefined || proofs === maxProofs) throw error

    const found = await findProof(error.work, signal)
    if (found === null) throw error
    return withProofs(request, signal, proofs + 1, found)
  }
}

async function findProof(work: WorkChallenge, signal: AbortSignal | undefined): Promise<string | null> {
  try {
    // Loaded when it is needed: few pages ever do.
    const { proveWork } = await import('./prove-work.ts')
    return await proveWork(work, signal)
  } catch {
    return null
  }
}

/** Sends a call, reads its answer and reports a failure. */
export async function call<T>(
  key: string,
  input: CallInput,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
  caller: Caller = customer,
): Promise<T> {
  const tokenBefore = caller.token()
  let timeout: AbortSignal | undefined
  const request = async (proof?: string) => {
    timeout = AbortSignal.timeout(options.timeoutMs ?? requestTimeoutMs)
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
    const { keepalive = false } = options
    return read(await send(key, input, { signal, keepalive, proof, token: caller.sentToken() }))
  }

  try {
    return await withProofs(request, options.signal)
  } catch (cause) {
    if (options.signal?.aborted) throw cause

    const error = cause instanceof ApiError ? cause : unanswered(timeout?.aborted ? 'TIMEOUT' : 'NETWORK')
    // A late 401 for the previous token says nothing about the token of a new sign-in.
    const outdated = error.status === 401 && caller.token() !== tokenBefore
    if (!outdated) caller.onFailure(error, options.quiet ?? false)

    throw error
  }
}

/** One call of the gateway; the key and its types come from the contracts. */
export async function api<K extends keyof Api>(
  key: K,
  input: Api[K]['input'],
  options: CallOptions = {},
): Promise<Api[K]['output']> {
  // The contract types the key, its input and its output together; the transport below is the same
  // for all of them.
  return (await call(key, input as CallInput, options, readAnswer)) as Api[K]['output']
}

export type BytesKey = { [K in keyof Api]: Api[K]['output'] extends { bytes: Uint8Array } ? K : never }[keyof Api]

/** The same for a call that returns bytes instead of JSON: a mesh, a document. */
export const apiBytes = <K extends BytesKey>(
  key: K,
  input: Api[K]['input'],
  options: CallOptions = {},
): Promise<Uint8Array> => call(key, input as CallInput, options, readBytes)

/** Enough for a gibibyte over a slow connection. */
export const fileTimeoutMs = 6 * 3_600_000

/**
 * The same for a file to download: as a blob, which browsers may hold outside of the heap, and with
 * a long timeout.
 */
export const apiFile = <K extends BytesKey>(key: K, input: Api[K]['input'], options: CallOptions = {}): Promise<Blob> =>
  call(key, input as CallInput, { timeoutMs: fileTimeoutMs, ...options }, readFile)
