import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookies bind a browser to a CAPTCHA, sign-up or sign-in that it started, or mark a known device.
 * None authenticates a request, so a cross-site request gains nothing (SES-4, WEB-3).
 */
type CookieName = 'captcha' | 'signup' | 'quick' | 'device'

export interface Cookies {
  get(name: CookieName): string | undefined
  set(name: CookieName, value: string, maxAgeSeconds: number): void
}

export function requestCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  return {
    get: (name) => request.cookies[name],
    set: (name, value, maxAgeSeconds) => {
      reply.setCookie(name, value, {
        path: '/gateway/global',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: maxAgeSeconds,
      })
    },
  }
}
