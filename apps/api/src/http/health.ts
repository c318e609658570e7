import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { MailTrouble } from '#core/mail-trouble.ts'
import type { StorageRoom } from '#core/storage-room.ts'
import type { Db } from '#db/database.ts'

/** Answered under any load: a monitor that gets no answer would restart a server that is only busy. */
const config = { load: 'never-shed' } as const

interface HealthParts {
  db: Db
  storageRoom: StorageRoom
  isStopping: () => boolean
  /** Milliseconds, for what is cached. */
  now?: () => number
}

/**
 * `/health/live`: the process runs. `/health/ready`: not stopping, and the database answers a statement
 * like those of requests, with a parameter and on a table of ours. A full disk and mails that do not
 * leave are named but leave the server ready: the rest works, and a proxy would take all servers away.
 */
export function serveHealth(app: FastifyInstance, { db, storageRoom, isStopping, now }: HealthParts): void {
  const mailTrouble = new MailTrouble(db, now)

  app.get('/health/live', { config }, async () => ({ status: 'live' }))
  app.get('/health/ready', { config }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await sql`select from migration where name = ${''}`.execute(db)
    } catch {
      return reply.code(503).send({ status: 'database out of reach' })
    }

    const isFull = await storageRoom.isFull()
    return { status: 'ready', storage: isFull ? 'full' : 'ok', mail: await mailTrouble.state() }
  })
}
