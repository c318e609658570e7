import { type RawBuilder, sql } from 'kysely'

/**
 * Verifications whose break is still open, as a table with an alias. A partial verification does not
 * close the break of a whole one: it does not read that part of the audit again.
 */
export const openAuditBreaks = (alias: string): RawBuilder<unknown> => sql`(
  select found.* from audit_verification found
  where found.broken_at is not null and not exists (
    select from audit_verification later where later.id > found.id and later.broken_at is null
      and (later.is_whole or not found.is_whole))) ${sql.ref(alias)}`
