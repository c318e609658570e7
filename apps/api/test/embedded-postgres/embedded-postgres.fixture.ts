/**
 * A process of its own for the launcher's tests: starts the database of the folder in its first argument, reports one
 * JSON line, then obeys lines on standard input (`write <text>`, `stop`) and answers each with a JSON line.
 */
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.ts'

function report(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

async function obey(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  const client = new Client(server.connectionString)

  // Some tests kill the server under this process.
  client.on('error', () => undefined)
  await client.connect()
  report({ connectionString: server.connectionString, startedHere: server.startedHere })

  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') break
    await client.query('create table if not exists note (text text)')
    await client.query('insert into note values ($1)', [line.replace(/^write /, '')])
    report({ written: true })
  }

  await client.end()
  await server.stop()
  report({ stopped: true })
}

try {
  await obey(process.argv[2] ?? '')
} catch (error) {
  report({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  process.exitCode = 1
}
