import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookies bind a browser to a CAPTCHA, sign-up, sign-in or login that it started, or mark a known device.
 * None authenticates a request, so a cross-site request gains nothing (SES-4, WEB-3).
 */
type CookieName = 'captcha' | 'signup' | 'quick' | 'device' | 'login' | 'staff-device' | 'staff-login'

export interface Cookies {
  get(name: CookieName): string | undefined
  set(name: CookieName, value: string, maxAgeSeconds: number): void
}

/** Every value is a secret that this server issued; others count as missing, whatever their length. */
const issuedValue = /^[A-Za-z0-9_-]{43}$/

/**
 * With https the names start with `__Host-`, so that no other host of the same domain can plant them;
 * browsers then require the path `/`.
 */
export function requestCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  const nameOf = (name: CookieName) => (secure ? `__Host-${name}` : name)
  return {
    get(name) {
      const value = request.cookies[nameOf(name)]
      return value !== undefined && issuedValue.test(value) ? value : undefined
    },
    set(name, value, maxAgeSeconds) {
      reply.setCookie(nameOf(name), value, {
        path: secure ? '/' : '/gateway/global',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: maxAgeSeconds,
      })
    },
  }
}
