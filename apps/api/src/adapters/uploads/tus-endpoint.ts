import { Readable } from 'node:stream'
import { Server } from '@tus/server'
import type { Uploads } from './uploads.ts'

export interface TusRequest {
  method: string
  uploadId: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Ends where the connection broke: what came before is kept. */
  body: Readable | null
}

export interface TusAnswer {
  status: number
  headers: Record<string, string>
  /** What was thrown, where the status is that of an error. */
  failure: unknown
}

export type TusEndpoint = (request: TusRequest) => Promise<TusAnswer>

/** The headers of the protocol. Others are none of the library's business: it refuses, for one, two proxies in a row. */
const told = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'content-type', 'content-length']
const answered = /^(tus-resumable|upload-(offset|length)|location)$/

/** How long a request that another one waits for may go on. */
const lockDrainTimeout = 1000

/**
 * tus 1.0 with creation and termination, for callers who were let in before: the library sees ids that exist and belong to the
 * caller. Its own `Response` is taken apart, so that no header for other origins gets out.
 */
export function createTusEndpoint(
  path: string,
  uploads: Uploads,
  whole: (uploadId: string) => Promise<void>,
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
    // What else a client tells of a file is not kept: its name is known, and is a label.
    onUploadCreate: async (_request, { id }) => ({ metadata: { uploadId: uploadIdOf(id) } }),
    onUploadFinish: async (_request, { id }) => {
      await whole(uploadIdOf(id))
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
      headers: told.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
      ...(body ? { body: Readable.toWeb(body), duplex: 'half' as const } : {}),
    } as RequestInit)
    const response = await server.handleWeb(request)

    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => answered.test(name))),
      failure: failures.get(request) ?? null,
    }
  }
}

const uploadIdOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
