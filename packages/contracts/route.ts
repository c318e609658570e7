import type { StaffRight } from '@cotation/domain'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call. `public` needs no token but uses one that is sent; `visitor` needs a temporary or a
 * real token; `customer` needs a real one; `staff` needs a staff token, which opens nothing else.
 */
export const accessLevels = ['public', 'visitor', 'customer', 'staff'] as const
export type Access = (typeof accessLevels)[number]

/** At most `max` calls in `windowSeconds` per IP address or session. */
export interface Limit {
  by: 'ip' | 'session'
  max: number
  windowSeconds: number
}

/** A file sent as multipart form data in the given field. */
export interface Upload {
  field: string
  maxBytes: number
}

/** A binary response, such as a picture or a sound. */
export interface BytesOutput {
  bytes: readonly string[]
}

/** A stream of server-sent events, each with data of this schema. It stays open. */
export interface EventsOutput {
  events: z.ZodType
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/global/${string}`
  access: Access
  /** What a member of staff needs to call this. Staff calls without one are always denied (STF-1). */
  right?: StaffRight
  /** Staff calls that need a second factor within the last ten minutes (STEP_UP_REQUIRED). */
  stepUp?: true
  /**
   * Set on GETs that staff who look at the customer's side must not make (VIEW_ONLY), because they
   * change something, or show what opens the account, pays or takes data away. Other methods are
   * always refused to them.
   */
  ownOnly?: true
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Set only above the default of 100 KiB. */
  maxBodyBytes?: number
  upload?: Upload
  output: z.ZodType | BytesOutput | EventsOutput
  errors: readonly ErrorCode[]
  limits?: readonly Limit[]
  /** Calls need a proof of work (WORK_NEEDED) after this many of a network in an hour. */
  workAfterCalls?: number
  /**
   * Responses that are equal for everyone are revalidated each time (`validated`) or never
   * (`for-ever`). `private-day`: the caller's browser may keep it for a day. Others are not cached.
   */
  cache?: 'validated' | 'for-ever' | 'private-day'
  /**
   * `shed-last`: answered from a reserve while ordinary calls are refused as "busy". For cheap reads
   * that nothing repeats, such as the pictures of a page.
   */
  load?: 'shed-last'
}

/** Declares a call of the gateway. Server, client and OpenAPI derive from its literal types. */
export function route<const R extends Route>(contract: R): R {
  return contract
}

/** Whether staff who look at the customer's side may make a call. */
export const isViewable = ({ method, access, ownOnly }: Route): boolean =>
  method === 'GET' && access !== 'staff' && ownOnly !== true

type Part<R, K extends string, Side extends 'input' | 'output'> = R extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown

/** What a client sends. */
export type RouteInput<R extends Route> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'body', 'input'> &
  (R extends { upload: Upload } ? { upload: Blob } : unknown)

/** What a handler receives after parsing. */
export type ParsedInput<R extends Route> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'> &
  (R extends { upload: Upload } ? { upload: Uint8Array } : unknown)

interface BytesAnswer {
  bytes: Uint8Array
  contentType: string
  fileName?: string
}

type StreamedOutput<Output> = Output extends { events: infer S extends z.ZodType } ? z.output<S> : BytesAnswer

/** What a handler returns and a client gets in `data`; of a stream, one event. */
export type RouteOutput<R extends Route> = R['output'] extends z.ZodType
  ? z.output<R['output']>
  : StreamedOutput<R['output']>

export type RouteKey<R extends Route> = `${R['method']} ${R['path']}`
