import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useVisitor } from '#test/builders.ts'
import { aProject, changeLines, configurationOf, someLines } from '#test/quote/quotes.ts'
import { rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
const browser = useVisitor(app)

beforeAll(async () => {
  const { db } = app.deps
  await sql`create table written_row (table_name text, id uuid)`.execute(db)
  await sql`create function note_write() returns trigger language plpgsql as $$
    begin insert into written_row values (tg_table_name, new.id); return null; end $$`.execute(db)
  for (const table of ['quote_line', 'upload'])
    await sql`create trigger note_write after update on ${sql.table(table)} for each row execute function note_write()`.execute(
      db,
    )
})

beforeEach(() => sql`truncate written_row`.execute(app.deps.db))

async function countWrites(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from written_row where table_name = ${table}`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

/** Changes the quantity of all lines of a new project, after their files were last used. */
async function editAll(secondsLater: number) {
  const { id: projectId } = await aProject(browser)
  const lines = await someLines(app, browser, projectId, 'block', 'plate', 'sheet')
  await sql`truncate written_row`.execute(app.deps.db)
  app.clock.advance(secondsLater)

  const changes = lines.map((line) => {
    const configuration = { ...configurationOf(line), quantity: 7 }
    return { lineId: line.id, name: `${line.name} (7)`, configuration, comment: 'Urgent' }
  })
  const { data } = await changeLines(browser, projectId, changes)
  return data.lines
}

it('writes each line of a bulk edit once, with name, configuration, comment, verdict and price', async () => {
  const lines = await editAll(60)

  expect(await countWrites('quote_line')).toBe(3)
  for (const { id, name, comment, configuration, price } of lines) {
    expect([name.endsWith(' (7)'), comment, configuration?.quantity]).toEqual([true, 'Urgent', 7])

    const [row] = await rowsOf(app, 'quote_line', { id })
    expect(row?.updated_at).toEqual(app.clock.now)
    expect(Number(row?.line_minor)).toBe(price?.linePrice.minor)
  }
})

it('restarts the retention of files that were last used an hour ago, not of recent ones', async () => {
  await editAll(3599)
  expect(await countWrites('upload')).toBe(0)

  const lines = await editAll(3600)
  expect(await countWrites('upload')).toBe(3)
  for (const { upload } of lines) {
    const [row] = await rowsOf(app, 'upload', { id: upload.id })
    expect(row?.last_used_at).toEqual(app.clock.now)
  }
})

it('keeps the verdict of a line that only gets another name', async () => {
  const { id: projectId } = await aProject(browser)
  const [line] = await someLines(app, browser, projectId, 'block')
  const lineId = line?.id ?? ''
  await updateRows(app, 'quote_line', { id: lineId }, { line_minor: 123 })

  const { data } = await changeLines(browser, projectId, [{ lineId, name: 'Support' }])
  expect(data.lines[0]).toMatchObject({ name: 'Support', price: line?.price, configuration: line?.configuration })

  const [row] = await rowsOf(app, 'quote_line', { id: lineId })
  expect(row?.line_minor).toBe('123')
})
