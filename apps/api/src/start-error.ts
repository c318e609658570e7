import { EmbeddedPostgresError } from '@cotation/embedded-postgres'
import { FileStoreError } from '#adapters/files.ts'
import { type Config, ConfigError } from '#core/config.ts'
import { MigrationError } from '#db/migrate.ts'
import { ConnectionModeError } from '#db/session-connection.ts'
import { BrokenCatalogue } from '#features/catalogue/catalogue-cache.ts'

const listenLines: Record<string, (config: Config | null) => string> = {
  EADDRINUSE: (config) =>
    `Port ${config?.port} is taken by another program. Stop that program, or choose another port: PORT=8081 npm start`,
  EACCES: (config) => `Port ${config?.port} may not be opened by this user. Choose one above 1023: PORT=8080 npm start`,
  EADDRNOTAVAIL: (config) => `The address ${config?.host} is not one of this machine's. Correct HOST or leave it out.`,
}

const noDatabase =
  'No database answers at DATABASE_URL. Start it, correct the address, or leave it out to use the embedded one.'

const databaseLines: Record<string, string> = {
  ECONNREFUSED: noDatabase,
  ENOTFOUND: noDatabase,
  EAI_AGAIN: noDatabase,
  EHOSTUNREACH: noDatabase,
  ETIMEDOUT: noDatabase,
  '08P01':
    'The pool at DATABASE_URL refuses our settings. For PgBouncer in session mode, set its ignore_startup_parameters to "statement_timeout, idle_in_transaction_session_timeout"; for transaction mode, set DATABASE_SESSION_URL.',
  '28P01': 'The database refuses the name or password in DATABASE_URL. Correct them.',
  '28000': 'The database refuses the name or password in DATABASE_URL. Correct them.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it, or correct the name.',
  '42501':
    'The database user in DATABASE_URL may not create what the product needs. Make it the owner of the database.',
  '53300': 'The database at DATABASE_URL has no connection left. Raise its max_connections, or stop what else uses it.',
  '57P03': 'The database at DATABASE_URL is starting up or shutting down. Try again in a moment.',
}

/** Errors whose message is already a line for the operator. */
const explainedErrors = [
  ConfigError,
  FileStoreError,
  ConnectionModeError,
  MigrationError,
  EmbeddedPostgresError,
  BrokenCatalogue,
]

/** Why the product cannot start, in one line with the fix; null for an unexpected error. */
export function startErrorLine(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error)) return null
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message

  // The driver's message if the server accepts the connection but never answers.
  if (error.message === 'timeout expired') return noDatabase

  const { code, syscall, hostname } = error as { code?: unknown; syscall?: unknown; hostname?: unknown }
  if (typeof code !== 'string') return null
  if (syscall === 'listen') return listenLines[code]?.(config) ?? null
  if (hostname !== undefined && hostname === config?.host) return listenLines.EADDRNOTAVAIL?.(config) ?? null

  return config?.databaseUrl ? (databaseLines[code] ?? null) : null
}
