import { type RawBuilder, sql } from 'kysely'

/**
 * Verifications of the audit that found a break which is still there, as a table with an alias. What a
 * verification of all entries found, a later one of new entries cannot see, so that one does not end it.
 */
export const openAuditBreaks = (alias: string): RawBuilder<unknown> => sql`(
  select found.* from audit_verification found
  where found.broken_at is not null and not exists (
    select from audit_verification later where later.id > found.id and later.broken_at is null
      and (later.is_whole or not found.is_whole))) ${sql.ref(alias)}`
