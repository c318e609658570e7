import { Readable } from 'node:stream'
import { ERRORS, Server } from '@tus/server'
import type { Uploads } from './uploads.ts'

export interface TusRequest {
  method: string
  uploadId: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Ends where the connection broke; the bytes before that are stored. */
  body: Readable | null
}

export interface TusAnswer {
  status: number
  headers: Record<string, string>
  /** The thrown error if the status is an error. */
  failure: unknown
}

export type TusEndpoint = (request: TusRequest) => Promise<TusAnswer>

/** The protocol's headers. The library must not see others: it refuses two proxies, for example. */
const requestHeaders = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'content-type',
  'content-length',
]
const responseHeaders = /^(tus-resumable|upload-(offset|length)|location)$/

/** Another request has taken the lock: the client asks for the offset and goes on from there. */
const offsetConflict = 409

/** How long a request may continue while another one waits for its lock. */
const lockDrainTimeout = 1000

/**
 * tus 1.0 with creation and termination, for authorised callers: the library only sees ids that
 * exist and belong to the caller. Only the protocol's headers of its answer are passed on, no CORS.
 */
export function createTusEndpoint(
  path: string,
  uploads: Uploads,
  onComplete: (uploadId: string) => Promise<void>,
): TusEndpoint {
  const failures = new WeakMap<object, unknown>()
  const server = new Server({
    path,
    datastore: uploads.data,
    locker: uploads.locker,
    lockDrainTimeout,
    relativeLocation: true,
    namingFunction: (_request, metadata) => uploads.keyOf(metadata?.uploadId ?? ''),
    getFileIdFromRequest: (_request, uploadId) => uploads.keyOf(uploadId ?? ''),
    generateUrl: (_request, { id }) => `${path}/${uploadIdOf(id)}`,
    // Drops the client's other metadata; the file's name is already stored.
    onUploadCreate: async (_request, { id }) => ({ metadata: { uploadId: uploadIdOf(id) } }),
    onUploadFinish: async (_request, { id }) => {
      await onComplete(uploadIdOf(id))
      return {}
    },
    onResponseError: (request, error) => {
      failures.set(request, error)
      return undefined
    },
  })

  return async ({ method, uploadId, headers, body }) => {
    const url = `http://localhost${path}${method === 'POST' ? '' : `/${uploadId}`}`
    const request = new Request(url, {
      method,
      headers: requestHeaders.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
      ...(body ? { body: Readable.toWeb(body), duplex: 'half' as const } : {}),
    } as RequestInit)
    const response = await server.handleWeb(request)
    const failure = failures.get(request) ?? null

    return {
      // The library would answer 400, on which clients give up for good.
      status: failure === ERRORS.ABORTED ? offsetConflict : response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => responseHeaders.test(name))),
      failure,
    }
  }
}

const uploadIdOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
