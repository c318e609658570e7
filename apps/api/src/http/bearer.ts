/** Tokens are 43 characters of base64url; anything else is rejected without a database query (SES-3). */
const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/

export function bearerToken(header: string | undefined): string | null {
  return header === undefined ? null : (bearer.exec(header)?.[1] ?? null)
}
