import { expect, it } from 'vitest'
import { copyDatabase, withClient } from '#test/test-databases.ts'

/**
 * Foreign keys that no index serves. Rows of staff and catalogue versions are never deleted, and
 * nothing is looked up by them, so their keys need none.
 */
const withoutIndex = `
  select conrelid::regclass || '.' || attname as column
  from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and connamespace = 'public'::regnamespace
    and confrelid not in ('staff_member'::regclass, 'catalogue_version'::regclass)
    and not exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = conkey[1]
        and coalesce(pg_get_expr(indpred, indrelid), '') in ('', format('(%I IS NOT NULL)', attname)))
  order by 1`

it('every foreign key has an index, so that looking up its rows reads no whole table', async () => {
  const columns = await withClient(await copyDatabase(), async (client) => {
    const { rows } = await client.query<{ column: string }>(withoutIndex)
    return rows.map(({ column }) => column)
  })

  expect(columns).toEqual([])
})
