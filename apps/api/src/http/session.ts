import type { StaffRole } from '@cotation/domain'

/** Who is calling, as the database knows it at this moment. */
export interface Session {
  tokenHash: Buffer
  /** Null for a visitor with a temporary token, and for staff. */
  customerId: string | null
  /** Somebody of the shop: their session opens staff's calls and nothing else. */
  staffId: string | null
  staffRole: StaffRole | null
  authenticatedAt: Date
}

export type FindSession = (token: string) => Promise<Session | null>

/** A customer's session. */
export type CustomerSession = Session & { customerId: string }

export function isCustomer(session: Session | null): session is CustomerSession {
  return session !== null && session.customerId !== null
}

/** A session of somebody of the shop. */
export type StaffSession = Session & { staffId: string; staffRole: StaffRole }

export function isStaff(session: Session | null): session is StaffSession {
  return session !== null && session.staffId !== null
}

/** Who owns projects and files: an account, or a visitor by the digest of the temporary token. */
export type Owner = { customerId: string; visitorHash: null } | { customerId: null; visitorHash: Buffer }

export function ownerOf(session: Session): Owner {
  return isCustomer(session)
    ? { customerId: session.customerId, visitorHash: null }
    : { customerId: null, visitorHash: session.tokenHash }
}
