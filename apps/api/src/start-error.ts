import { EmbeddedPostgresError } from '#db/embedded-postgres/embedded-postgres.ts'
import { MigrationError } from '#db/migrate.ts'
import { type Config, ConfigError } from './config.ts'

/** Why the product cannot start, in one line with the cure; null for what nobody foresaw. */
export function startErrorLine(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError || error instanceof MigrationError || error instanceof EmbeddedPostgresError)
    return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${config?.port} is taken by another program. Stop that program, or choose another port: PORT=8081 npm start`
    case 'EACCES':
      return `Port ${config?.port} may not be opened by this user. Choose one above 1023: PORT=8080 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The address ${config?.host} is not one of this machine's. Correct HOST or leave it out.`
    case 'ECONNREFUSED':
      return 'No database answers at DATABASE_URL. Start it, or leave DATABASE_URL out to use the embedded one.'
    case '28P01':
    case '28000':
      return 'The database refuses the name or password in DATABASE_URL. Correct them.'
    case '3D000':
      return 'The database named in DATABASE_URL does not exist. Create it, or correct the name.'
    default:
      return null
  }
}
