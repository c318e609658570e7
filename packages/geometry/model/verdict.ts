/** Recognised file formats that are not parts. */
export const foreignKinds = [
  'html-page',
  'git-lfs-pointer',
  'zip',
  '3mf',
  'obj',
  'iges',
  'image',
  'pdf',
  'other-text',
  'other-binary',
] as const

/** Why a file was refused. Each code has a text with advice (`messages/geometry`). */
export const refusalCodes = [
  'unreadable',
  'empty-file',
  'truncated',
  'no-triangles',
  'not-finite',
  'beyond-any-part',
  'too-many-triangles',
  'too-large',
  'malformed-stl',
  'malformed-step',
  'no-shape',
  'kernel-failed',
  'out-of-memory',
  'deadline',
  'cancelled',
  ...foreignKinds,
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** Position in a file: a byte offset, a text line (from 1) or a STEP entity (`#123`). */
export interface FilePosition {
  byte?: number
  line?: number
  entity?: number
}

export interface Refusal {
  code: RefusalCode
  place?: FilePosition
  /** Values such as `{ expected: 84, found: 12 }`, with at most 40 characters of file content. */
  detail?: Record<string, string | number>
}

export type Verdict<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Carries a refusal out of nested loops; `analysePart` catches it. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export function refuse(code: RefusalCode, place?: FilePosition, detail?: Refusal['detail']): never {
  throw new Refused({ code, ...(place && { place }), ...(detail && { detail }) })
}
