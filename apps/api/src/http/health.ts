import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** `/health/live`: the process runs. `/health/ready`: not stopping, and the database answers. */
export function serveHealth(app: FastifyInstance, db: Db, isStopping: () => boolean): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database out of reach' })
    }
  })
}
