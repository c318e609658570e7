import { expect, it } from 'vitest'
import { findMesh, findThumbnail, listBodies } from '#features/upload/analysis/bodies.service.ts'
import { anAnalysedUpload, aVisitorOwner, boxStl, getUpload } from '#test/quote/stored-uploads.ts'
import { updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { removeOrphans } from './orphans.service.ts'

const app = useApp()

const put = (key: string) => app.deps.files.put(key, Buffer.from('left behind'), { contentType: 'text/plain' })

async function isThere(key: string) {
  const file = await app.deps.files.get(key)
  file?.body.destroy()
  return file !== null
}

it('removes files without a row after a day, and nothing else (PRI-5)', async () => {
  const { id, analysisId } = await anAnalysedUpload(app, aVisitorOwner(), boxStl())
  const { sha256 } = await getUpload(app, id)
  const [body] = await listBodies(app.deps.db, [analysisId])
  const orphans = [
    `parts/${'a'.repeat(64)}`,
    `meshes/${analysisId}-7`,
    'meshes/0d6b5e0e-6ab9-4b2c-9a55-2f6d2b0f0001-0',
    'meshes/no-analysis',
    `thumbnails/${'b'.repeat(32)}`,
  ]
  for (const key of orphans) await put(key)
  await put('avatars/somebody')

  // The store dates files by the machine's own clock.
  app.clock.now = new Date(Date.now() + 23 * 3_600_000)
  await removeOrphans(app.deps)
  expect(await Promise.all(orphans.map(isThere))).toEqual(orphans.map(() => true))

  app.clock.now = new Date(Date.now() + 25 * 3_600_000)
  await removeOrphans(app.deps)
  expect(await Promise.all(orphans.map(isThere))).toEqual(orphans.map(() => false))
  expect(await isThere(`parts/${sha256}`)).toBe(true)
  expect(await isThere('avatars/somebody')).toBe(true)
  expect(await findMesh(app.deps, analysisId, 0)).not.toBeNull()
  expect(await findThumbnail(app.deps, body?.thumbnail_id ?? '')).not.toBeNull()
})

it('removes bytes that a killed retention run marked as removed but left', async () => {
  const { id } = await anAnalysedUpload(app, aVisitorOwner(), boxStl(3, 3, 3))
  const { sha256 } = await getUpload(app, id)
  await updateRows(app, 'file_content', { sha256: sha256 ?? '' }, { removed_at: app.clock.now })
  app.clock.now = new Date(Date.now() + 25 * 3_600_000)
  await removeOrphans(app.deps)

  expect(await isThere(`parts/${sha256}`)).toBe(false)
})
