/** Content that is whole, but no part: a file is named for what it is. */
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

/** Why a file was not measured. Each code has a French and an English text that says what to do (`messages/geometry`). */
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

/** Where in the file: a byte offset, a line (from 1) or a STEP entity (`#123`). */
export interface FilePosition {
  byte?: number
  line?: number
  entity?: number
}

export interface Refusal {
  code: RefusalCode
  place?: FilePosition
  /** What was found, for the message: `{ expected: 84, found: 12 }`. Never file content beyond 40 characters. */
  detail?: Record<string, string | number>
}

export type Verdict<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Carries a refusal out of nested loops; caught by `verdictOf` at each public entry, so that no caller ever sees it. */
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
