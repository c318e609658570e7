import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookies only ever bind a browser to something it began (a puzzle, a sign-up, a sign-in) or mark a known device; none
 * of them authenticates a request, so a cross-site call gains nothing (SES-4, WEB-3).
 */
export const cookieNames = ['captcha', 'signup', 'quick', 'device'] as const
export type CookieName = (typeof cookieNames)[number]

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
