import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { ContractBreach } from './prepared-answer.ts'

/**
 * One entry per request with the route's pattern: never the URL (it may contain keys), the caller's
 * IP address, headers or bodies (PRI-1). Errors lose their fields too: drivers put rows into them.
 */
export function logOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? null }),
      res: (reply: Pick<FastifyReply, 'statusCode'>) => ({ statusCode: reply.statusCode }),
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: typeof error.code === 'string' ? error.code : null,
        stack: (error.stack ?? '')
          .split('\n')
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 12)
          .join('\n'),
        message: error instanceof ContractBreach ? error.message : '',
      }),
    },
  }
}
