import { decodeMesh } from '@cotation/geometry'
import { binaryStl, box, merge, moved } from '@cotation/geometry/solids'
import { describe, expect, it } from 'vitest'
import { boxAndCylinderText, pairText, pixelsOf, spoiltFiles, withBrokenBox } from '#test/quote/part-files.ts'
import {
  anAnalysedUpload,
  aStoredUpload,
  ask,
  aVisitorOwner,
  boxStl,
  getUpload,
  settled,
} from '#test/quote/stored-uploads.ts'
import { updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { chooseUnit } from './analysis.service.ts'
import { findMesh, findThumbnail, getFacts, listBodies } from './bodies.service.ts'

const app = useApp({ ANALYSIS_PROCESSES: '2' })

const text = (content: string) => new TextEncoder().encode(content)

async function countAnalyses() {
  const rows = await app.deps.db.selectFrom('part_analysis').select('id').execute()
  return rows.length
}

describe('a stored file', () => {
  it('is measured by the server, with facts, mesh and picture of each body', async () => {
    const { id, analysisId } = await anAnalysedUpload(app, aVisitorOwner(), boxStl(30, 20, 10))
    expect(await getUpload(app, id)).toMatchObject({ state: 'done', refusal: null })
    const [body, ...others] = await listBodies(app.deps.db, [analysisId])
    expect(others).toEqual([])
    expect(body).toMatchObject({ body_index: 0, per_file: 1, measures: { volumeMm3: 6000, sizeMm: [30, 20, 10] } })
    expect(body).not.toHaveProperty('facts')

    const analysis = await getFacts(app.deps.db, analysisId, 0)
    expect(analysis).toMatchObject({ format: 'stl-binary', volumeMm3: 6000, unit: { source: 'assumed' } })
    expect(analysis.bodies[0]?.mass.volumeMm3).toBeCloseTo(6000)
    expect(analysis.bodies[0]).not.toHaveProperty('display')

    const mesh = decodeMesh((await findMesh(app.deps, analysisId, 0)) ?? new Uint8Array())
    expect(mesh?.indices).toHaveLength(36)
    expect(await findMesh(app.deps, analysisId, 1)).toBeNull()

    const { format, width, height, alphaAt } = await pixelsOf(await findThumbnail(app.deps, body?.thumbnail_id ?? ''))
    expect([format, width, height]).toEqual(['webp', 160, 160])
    // Transparent in the corner, opaque in the middle.
    expect([alphaAt(0, 0), alphaAt(80, 80)]).toEqual([0, 255])
  })

  it('yields two distinct bodies with counts if two of its three bodies are equal', async () => {
    const bytes = binaryStl(merge(box([9, 9, 9]), moved(box([9, 9, 9]), [20, 0, 0]), moved(box([4, 5, 6]), [40, 0, 0])))
    const { analysisId } = await anAnalysedUpload(app, aVisitorOwner(), bytes)
    const bodies = await listBodies(app.deps.db, [analysisId])

    expect(bodies.map(({ per_file }) => per_file).sort()).toEqual([1, 2])
    expect(new Set(bodies.map(({ thumbnail_id }) => thumbnail_id)).size).toBe(2)

    const second = await getFacts(app.deps.db, analysisId, 1)
    expect(second).toMatchObject({ bodyCount: 3 })
    expect(second.bodies).toHaveLength(1)
  })

  it('keeps its other bodies, and the reason, if one cannot be measured', async () => {
    const { analysisId } = await anAnalysedUpload(app, aVisitorOwner(), text(withBrokenBox(boxAndCylinderText())))
    expect(await listBodies(app.deps.db, [analysisId])).toMatchObject([
      { body_index: 0, name: 'cylinder', failure: null, measures: { turning: { turned: true } } },
      { body_index: 1, name: 'box', failure: { code: 'not-finite' }, measures: null, thumbnail_id: null },
    ])
    await expect(getFacts(app.deps.db, analysisId, 1)).rejects.toThrow('NOT_FOUND')
  })

  it('keeps its own unit if it is a STEP file', async () => {
    const { id, analysisId } = await anAnalysedUpload(app, aVisitorOwner(), text(pairText()))
    expect(await listBodies(app.deps.db, [analysisId])).toMatchObject([{ per_file: 2, measures: { volumeMm3: 6000 } }])
    await app.deps.db.transaction().execute((trx) => chooseUnit(app.deps, trx, id, 'inch'))
    expect(await getUpload(app, id)).toMatchObject({ state: 'done', unit: '', analysis_id: analysisId })
  })

  it('is refused with a reason if it is not a part', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), text('%PDF-1.7\nnot a part'))
    await ask(app, id)
    expect(await settled(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'pdf' } })
  })

  it('is saved without the characters of body names that the database cannot store', async () => {
    // A NUL character and a lone surrogate, as STEP encodes them.
    const named = pairText().replaceAll("'box'", "'b\\X\\00o\\X2\\D83D\\X0\\x'")
    const { analysisId } = await anAnalysedUpload(app, aVisitorOwner(), text(named))
    const [body] = await listBodies(app.deps.db, [analysisId])
    expect(body?.name).toMatch(/^b.*o.*x/)
    expect((await getFacts(app.deps.db, analysisId, 0)).bodies[0]?.name).toBe(body?.name)
  })
})

describe('the same content', () => {
  it('is analysed once for two visitors, at the same time and later', async () => {
    const bytes = boxStl(31, 7, 7)
    const uploads = [await aStoredUpload(app, aVisitorOwner(), bytes), await aStoredUpload(app, aVisitorOwner(), bytes)]
    const before = await countAnalyses()
    await ask(app, ...uploads)
    const [one, two] = await Promise.all(uploads.map((id) => settled(app, id)))
    expect(one?.analysis_id).toBe(two?.analysis_id)

    const late = await aStoredUpload(app, aVisitorOwner(), bytes)
    await ask(app, late)
    // Done at once, without waiting for an analysis.
    expect(await getUpload(app, late)).toMatchObject({ state: 'done', analysis_id: one?.analysis_id })
    expect(await countAnalyses()).toBe(before + 1)
  })

  it('is refused at once, with the same reason, if it was refused before', async () => {
    const bytes = text('<!DOCTYPE html><html>a page</html>')
    const first = await aStoredUpload(app, aVisitorOwner(), bytes)
    await ask(app, first)
    await settled(app, first)
    const second = await aStoredUpload(app, aVisitorOwner(), bytes)
    await ask(app, second)
    expect(await getUpload(app, second)).toMatchObject({ state: 'failed', refusal: { code: 'html-page' } })
  })

  it('is queued once when a job is repeated', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(32, 7, 7))
    await ask(app, id, id)
    await ask(app, id)
    expect(await settled(app, id)).toMatchObject({ state: 'done' })
  })
})

it('a reading of an earlier release is not taken for a new upload', async () => {
  const bytes = boxStl(33, 7, 7)
  const old = await anAnalysedUpload(app, aVisitorOwner(), bytes)
  await updateRows(app, 'part_analysis', { id: old.analysisId }, { version: 1 })

  const fresh = await anAnalysedUpload(app, aVisitorOwner(), bytes)
  expect(fresh.analysisId).not.toBe(old.analysisId)
  expect(await listBodies(app.deps.db, [old.analysisId])).toHaveLength(1)
})

describe('another unit for an STL file', () => {
  it('measures it again and does not affect uploads with another unit', async () => {
    const bytes = boxStl(3, 2, 1)
    const mine = await anAnalysedUpload(app, aVisitorOwner(), bytes)
    const theirs = await anAnalysedUpload(app, aVisitorOwner(), bytes)

    await app.deps.db.transaction().execute((trx) => chooseUnit(app.deps, trx, mine.id, 'inch'))

    const { analysis_id, unit } = await settled(app, mine.id)
    expect(unit).toBe('inch')
    expect(analysis_id).not.toBe(theirs.analysisId)

    const analysis = await getFacts(app.deps.db, analysis_id ?? '', 0)
    expect(analysis.unit).toMatchObject({ name: 'inch', source: 'chosen' })
    expect(analysis.volumeMm3).toBeCloseTo(6 * 25.4 ** 3, 3)
    expect(await getUpload(app, theirs.id)).toMatchObject({ state: 'done', analysis_id: theirs.analysisId })
  })
})

describe('hostile files (GEO-2)', () => {
  it('each end with a result or a refusal while the server keeps answering', async () => {
    const owner = aVisitorOwner()
    const uploads: string[] = []
    for (const bytes of spoiltFiles(16)) uploads.push(await aStoredUpload(app, owner, bytes))
    await ask(app, ...uploads)

    const states = await Promise.all(uploads.map((id) => settled(app, id)))
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200)

    const codes = states.map(({ state, refusal }) => (state === 'done' ? 'done' : refusal?.code))
    expect(codes.filter((code) => code === undefined)).toEqual([])
    expect(codes.filter((code) => code !== 'done').length).toBeGreaterThan(4)
  })
})
