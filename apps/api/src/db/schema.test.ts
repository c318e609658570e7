import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { generateSchema } from './generate-schema.ts'

it('keeps the committed table types equal to the migrated database (npm run db:types writes them)', async () => {
  const generated = await withClient(await copyDatabase(), generateSchema)
  const committed = await readFile(join(import.meta.dirname, 'schema.generated.ts'), 'utf8')
  expect(committed).toBe(generated)
})
