import type { StaffRight, StaffRole } from '@cotation/domain'

/** The caller, as currently stored in the database. */
export interface Session {
  tokenHash: Buffer
  /** Null for a visitor with a temporary token, and for staff. */
  customerId: string | null
  /** The member of staff who looks at the customer's side; null if the customer calls. */
  viewerId: string | null
  /** Set for staff, whose session opens staff routes only. */
  staffId: string | null
  /** Null for a role that the shop has made. */
  staffRole: StaffRole | null
  /** What the role may do; empty for everyone else. */
  staffRights: readonly StaffRight[]
  /** When the second factor of staff was last given, plus ten minutes; null if it was not. */
  steppedUpUntil: Date | null
  authenticatedAt: Date
}

export type FindSession = (token: string) => Promise<Session | null>

/** A budget of calls per session; `call` names the route. */
export interface SessionLimit {
  call: string
  max: number
  windowSeconds: number
}

export interface OpenedSession {
  session: Session | null
  /** Set if the limit is exceeded. */
  waitSeconds: number | null
}

/** Finds a session and counts the call against its limit. One statement, because nearly every call starts with it. */
export type OpenSession = (token: string, limit: SessionLimit | null) => Promise<OpenedSession>

export type CustomerSession = Session & { customerId: string }

export function isCustomer(session: Session | null): session is CustomerSession {
  return session !== null && session.customerId !== null
}

export type StaffSession = Session & { staffId: string }

export function isStaff(session: Session | null): session is StaffSession {
  return session !== null && session.staffId !== null
}

/** Owns projects and files: an account, or a visitor by the hash of the temporary token. */
export type Owner = { customerId: string; visitorHash: null } | { customerId: null; visitorHash: Buffer }

export function ownerOf(session: Session): Owner {
  if (isCustomer(session)) return { customerId: session.customerId, visitorHash: null }
  return { customerId: null, visitorHash: session.tokenHash }
}

/** Tokens are 43 characters of base64url; others are rejected without a database query (SES-3). */
const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/

export function bearerToken(header: string | undefined): string | null {
  return header === undefined ? null : (bearer.exec(header)?.[1] ?? null)
}
