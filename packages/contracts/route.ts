import type { StaffRole } from '@cotation/domain'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: `public` needs no token (one that is sent is still honoured), `visitor` needs a temporary or a real
 * token, `customer` a real one, `staff` that of somebody of the shop, which opens nothing else.
 */
export const accessLevels = ['public', 'visitor', 'customer', 'staff'] as const
export type Access = (typeof accessLevels)[number]

/** At most `max` calls in `windowSeconds` for one address or one session. */
export interface Limit {
  by: 'ip' | 'session'
  max: number
  windowSeconds: number
}

/** A file sent as multipart form data in the named field. */
export interface Upload {
  field: string
  maxBytes: number
}

/** An answer that is bytes and not JSON: a picture, a sound. */
export interface BytesOutput {
  bytes: readonly string[]
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/global/${string}`
  access: Access
  /** Of staff's calls: who of the shop may make it. Where nobody is named, nobody may (STF-1). */
  roles?: readonly StaffRole[]
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Of the body, where it is more than a form sends (100 KiB). */
  maxBodyBytes?: number
  upload?: Upload
  output: z.ZodType | BytesOutput
  errors: readonly ErrorCode[]
  limits?: readonly Limit[]
  /**
   * For an answer that is the same for everybody: a browser keeps it and asks each time whether it changed
   * (`validated`), or never again (`for-ever`). Without it, an answer is never kept.
   */
  cache?: 'validated' | 'for-ever'
}

/** Declares one call of the gateway; the literal types survive, so server, client and OpenAPI all derive from it. */
export function route<const R extends Route>(contract: R): R {
  return contract
}

type Part<R, K extends string, Side extends 'input' | 'output'> = R extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown

/** What a client sends. */
export type RouteInput<R extends Route> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'body', 'input'> &
  (R extends { upload: Upload } ? { upload: Blob } : unknown)

/** What a handler receives, parsed. */
export type ParsedInput<R extends Route> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'> &
  (R extends { upload: Upload } ? { upload: Uint8Array } : unknown)

/** What a handler gives back and a client gets in `data`. */
export type RouteOutput<R extends Route> = R['output'] extends z.ZodType
  ? z.output<R['output']>
  : { bytes: Uint8Array; contentType: string; fileName?: string }

export type RouteKey<R extends Route> = `${R['method']} ${R['path']}`
