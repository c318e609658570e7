import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Filters contents: those that are stored according to the database. */
export async function knownContents(db: Db, sha256s: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('file_content')
    .select('sha256')
    .where('sha256', 'in', sha256s)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** Filters meshes, named `<analysis>-<body>`: those whose file is stored. */
export async function knownMeshes(db: Db, names: readonly string[]): Promise<string[]> {
  const name = sql<string>`part_body.analysis_id::text || '-' || part_body.body_index`
  // Filtered by analysis id first, which uses the index; other names are orphans.
  const ids = names.map((given) => given.slice(0, 36)).filter((id) => /^[0-9a-f-]{36}$/.test(id))
  if (ids.length === 0) return []

  const rows = await db
    .selectFrom('part_body')
    .innerJoin('part_analysis', 'part_analysis.id', 'part_body.analysis_id')
    .select(name.as('name'))
    .where('part_body.analysis_id', 'in', ids)
    .where('part_analysis.meshes_removed_at', 'is', null)
    .execute()

  return rows.map((row) => row.name)
}

export async function knownThumbnails(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('part_body').select('thumbnail_id').where('thumbnail_id', 'in', ids).execute()
  return rows.flatMap(({ thumbnail_id }) => thumbnail_id ?? [])
}
