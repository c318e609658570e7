import { analysisVersion } from '@cotation/geometry'
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '#features/quote/commands/expert.service.ts'
import { meshKey } from '#features/upload/records/storage-keys.ts'
import { useVisitor } from '#test/builders.ts'
import { boxAndCylinderText } from '#test/quote/part-files.ts'
import { addStoredLines, aProject, getProject } from '#test/quote/quotes.ts'
import { anAnalysedUpload, aStoredUpload, ask, aVisitorOwner, getUpload, settled } from '#test/quote/stored-uploads.ts'
import { ownerOfBrowser } from '#test/quote/uploads.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { watchAnalyses } from './analyse-part.service.ts'
import { queueFailedBodies, takeFairest } from './analysis-queue.repository.ts'
import { saveRefusal } from './analysis-results.service.ts'
import { findMesh, getFacts, listBodies } from './bodies.service.ts'

const app = useApp({ ANALYSIS_PROCESSES: '1' })
const browser = useVisitor(app)

let copies = 0

/** A box and a cylinder; another content each time. */
const assembly = () => new TextEncoder().encode(`${boxAndCylinderText()}\n/* ${++copies} */\n`)

/** The result of an earlier release: the box failed, the cylinder is 1 mm³ too large. */
async function failBox(analysisId: string): Promise<void> {
  const [box, cylinder] = await rowsOf(app, 'part_body', { analysis_id: analysisId })
  const isBoxFirst = box?.name === 'box'
  const failed = (isBoxFirst ? box : cylinder)?.body_index ?? 0
  const failure = JSON.stringify({ code: 'deadline' })
  const lost = { measures: null, facts: null, thumbnail_id: null, fingerprint: 'failed box', failure }
  await updateRows(app, 'part_body', { analysis_id: analysisId, body_index: failed }, lost)

  const { body_index = 0, measures } = (isBoxFirst ? cylinder : box) ?? {}
  const measured = { measures: JSON.stringify({ ...measures, volumeMm3: 1 + (measures?.volumeMm3 ?? 0) }) }
  await updateRows(app, 'part_body', { analysis_id: analysisId, body_index }, measured)
}

const setEarlierVersion = (analysisId: string) =>
  updateRows(app, 'part_analysis', { id: analysisId }, { version: analysisVersion - 1 })

async function bodiesByName(analysisId: string) {
  const bodies = await listBodies(app.deps.db, [analysisId])
  return Object.fromEntries(bodies.map((body) => [body.name, body]))
}

describe('a body that an earlier release could not measure', () => {
  it('is measured in its place by the next one, once, while the others keep their figures', async () => {
    const { id, analysisId } = await anAnalysedUpload(app, aVisitorOwner(), assembly())
    await failBox(analysisId)
    const before = await bodiesByName(analysisId)

    await watchAnalyses(app.deps)
    expect(await rowOf(app, 'part_analysis', { id: analysisId })).toMatchObject({ state: 'done' })

    await setEarlierVersion(analysisId)
    await watchAnalyses(app.deps)
    expect(await getUpload(app, id)).toMatchObject({ state: 'done' })
    await app.mails()

    const after = await bodiesByName(analysisId)
    expect(after.cylinder).toEqual(before.cylinder)
    expect(after.box).toMatchObject({
      body_index: before.box?.body_index,
      failure: null,
      measures: { volumeMm3: 6000 },
    })
    expect(after.box?.thumbnail_id).not.toBeNull()
    expect((await getFacts(app.deps.db, analysisId, after.box?.body_index ?? -1)).bodies[0]?.name).toBe('box')
    expect(await rowOf(app, 'part_analysis', { id: analysisId })).toMatchObject({ state: 'done', attempts: 1 })

    await failBox(analysisId)
    expect(await queueFailedBodies(app.deps.db, app.clock.now)).toBe(0)
  })

  it('leaves the file as it was if the second attempt fails', async () => {
    const { id, analysisId } = await anAnalysedUpload(app, aVisitorOwner(), assembly())
    await failBox(analysisId)
    await setEarlierVersion(analysisId)
    const before = await bodiesByName(analysisId)

    expect(await queueFailedBodies(app.deps.db, app.clock.now)).toBe(1)
    const part = await takeFairest(app.deps.db, app.clock.now)
    if (part?.id !== analysisId) throw new Error('another file was taken')
    await saveRefusal(app.deps, part, { code: 'kernel-failed' })

    expect(await bodiesByName(analysisId)).toEqual(before)
    expect(await getUpload(app, id)).toMatchObject({ state: 'done', refusal: null })
    expect(await rowOf(app, 'part_analysis', { id: analysisId })).toMatchObject({ state: 'done', refusal: null })
  })

  it('is tried again for an upload an hour later, with the meshes of the others if they are gone', async () => {
    const bytes = assembly()
    const { analysisId } = await anAnalysedUpload(app, aVisitorOwner(), bytes)
    await failBox(analysisId)
    const { cylinder } = await bodiesByName(analysisId)

    const soon = await aStoredUpload(app, aVisitorOwner(), bytes)
    await ask(app, soon)
    expect(await getUpload(app, soon)).toMatchObject({ state: 'done', analysis_id: analysisId })

    await app.deps.files.remove(meshKey(analysisId, cylinder?.body_index ?? -1))
    await updateRows(app, 'part_analysis', { id: analysisId }, { meshes_removed_at: app.clock.now })
    const later = await aStoredUpload(app, aVisitorOwner(), bytes)
    await ask(app, later)

    expect(await settled(app, later)).toMatchObject({ state: 'done', analysis_id: analysisId })
    expect(await bodiesByName(analysisId)).toMatchObject({ cylinder, box: { failure: null } })
    expect(await findMesh(app.deps, analysisId, cylinder?.body_index ?? -1)).not.toBeNull()

    await failBox(analysisId)
    app.clock.advance(3601)
    const muchLater = await aStoredUpload(app, aVisitorOwner(), bytes)
    await ask(app, muchLater)
    await settled(app, muchLater)
    expect(await bodiesByName(analysisId)).toMatchObject({ box: { failure: null } })
  })
})

describe('the line of a body that is measured later', () => {
  const askExpert = (projectId: string, lineId: string) =>
    browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
      params: { projectId, lineId },
      body: { question: 'Combien ?', email: 'client@example.com' },
    })

  async function lineOfBox(projectId: string) {
    const line = (await getProject(browser, projectId)).lines.find(({ name }) => name === 'box')
    if (!line) throw new Error('the box has no line')
    return line
  }

  it('gets an automatic price, unless an expert has priced it', async () => {
    const { id, analysisId } = await anAnalysedUpload(app, await ownerOfBrowser(app, browser), assembly())
    await failBox(analysisId)
    const projects = [await aProject(browser), await aProject(browser), await aProject(browser)]
    const [plain = '', asked = '', answered = ''] = projects.map((project) => project.id)
    for (const projectId of [plain, asked, answered]) await addStoredLines(browser, projectId, [id])

    await askExpert(asked, (await lineOfBox(asked)).id)
    const { id: answeredLine } = await lineOfBox(answered)
    await askExpert(answered, answeredLine)
    const parcel = { sizeMm: [40, 30, 20] as [number, number, number], weightG: 120 }
    const price = { state: 'answered', unitMinor: 1250, workingDays: 8, note: '', answeredBy: 'Léa', parcel } as const
    await answerQuestion(app.deps, answeredLine, price)
    const others = (await getProject(browser, plain)).lines.filter(({ name }) => name !== 'box')

    await setEarlierVersion(analysisId)
    await watchAnalyses(app.deps)
    await app.mails()

    for (const projectId of [plain, asked]) {
      const line = await lineOfBox(projectId)
      expect(line).toMatchObject({ status: 'ready', body: { failure: null }, configuration: { quantity: 1 } })
      expect(line.price?.linePrice.minor).toBeGreaterThan(0)
    }
    expect(await lineOfBox(answered)).toMatchObject({
      status: 'ready',
      configuration: null,
      manual: { state: 'answered', answer: { unitMinor: 1250, lineMinor: 1250 } },
    })
    const othersAfter = (await getProject(browser, plain)).lines.filter(({ name }) => name !== 'box')
    expect(othersAfter.map(({ price: kept }) => kept)).toEqual(others.map(({ price: kept }) => kept))
  })
})
