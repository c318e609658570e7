/** Who is calling, as the database knows it at this moment. */
export interface Session {
  tokenHash: Buffer
  /** Null for a visitor with a temporary token. */
  customerId: string | null
  authenticatedAt: Date
}

export type FindSession = (token: string) => Promise<Session | null>

/** A customer's session. */
export type CustomerSession = Session & { customerId: string }

export function isCustomer(session: Session | null): session is CustomerSession {
  return session !== null && session.customerId !== null
}
