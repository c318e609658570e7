import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { StorageRoom } from '#core/storage-room.ts'
import type { Db } from '#db/database.ts'

/** Answered under any load: a monitor that gets no answer would restart a server that is only busy. */
const config = { load: 'never-shed' } as const

interface HealthParts {
  db: Db
  storageRoom: StorageRoom
  isStopping: () => boolean
}

/**
 * `/health/live`: the process runs. `/health/ready`: not stopping, and the database answers a statement
 * like those of requests, with a parameter and on a table of ours. A full disk is named but leaves the
 * server ready: everything except uploads works, and a proxy would take all servers of the disk away.
 */
export function serveHealth(app: FastifyInstance, { db, storageRoom, isStopping }: HealthParts): void {
  app.get('/health/live', { config }, async () => ({ status: 'live' }))
  app.get('/health/ready', { config }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await sql`select from migration where name = ${''}`.execute(db)
    } catch {
      return reply.code(503).send({ status: 'database out of reach' })
    }

    const isFull = await storageRoom.isFull()
    return { status: 'ready', storage: isFull ? 'full' : 'ok' }
  })
}
