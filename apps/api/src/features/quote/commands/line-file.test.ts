import { describe, expect, it } from 'vitest'
import { settleAnalysedFile } from '#features/quote/settle/settle-lines.service.ts'
import { useVisitor } from '#test/builders.ts'
import {
  addStoredLines,
  anAnalysis,
  announceFiles,
  anUploadOf,
  aProject,
  aQuotedProject,
  changeLines,
  configurationOf,
  configure,
  finishAnalysis,
  getProject,
  measuresOf,
  removeLines,
  replaceFile,
  someLines,
} from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
const browser = useVisitor(app)

const project = (projectId: string) => getProject(browser, projectId)
const linesOf = async (projectId: string) => (await project(projectId)).lines

const announce = async (projectId: string, ...names: string[]) =>
  (await announceFiles(browser, projectId, names)).data.lines

describe('a file that was analysed', () => {
  it('gives its line a body, the usual configuration and a price, and raises the project revision', async () => {
    const { id: projectId } = await aProject(browser, 'cnc')
    const [line] = await announce(projectId, 'équerre.stl')
    const { revision } = await project(projectId)

    await finishAnalysis(app, line?.upload.id ?? '', 'block')
    // Analysed but not judged yet, so the line is not ready.
    expect((await linesOf(projectId))[0]).toMatchObject({ status: 'analysing', price: null, part: null })

    await settleAnalysedFile(app.deps, line?.upload.id ?? '')

    const after = await project(projectId)
    expect(after.revision).toBeGreaterThan(revision)
    expect(after.lines[0]).toMatchObject({
      name: 'équerre.stl',
      body: { index: 0, perFile: 1, bodies: 1 },
      configuration: { quantity: 1 },
      price: { quantity: 1 },
    })
    expect(['milling', 'turning']).toContain(after.lines[0]?.price?.process)
  })

  it('is split into one line per body, each with its count, however often the job runs (GEO)', async () => {
    const { id: projectId } = await aProject(browser)
    const [assembly, last] = await announce(projectId, 'ensemble.stl', 'dernier.stl')
    await finishAnalysis(app, assembly?.upload.id ?? '', 'assembly')
    await settleAnalysedFile(app.deps, assembly?.upload.id ?? '')

    const lines = await linesOf(projectId)
    expect(lines.map(({ id }) => id)).toEqual([assembly?.id, expect.any(String), last?.id])
    expect(lines.map(({ body }) => body?.index)).toEqual([0, 1, undefined])
    expect(lines.map(({ configuration }) => configuration?.quantity)).toEqual([1, 3, undefined])
    expect(lines.map(({ name }) => name)).toEqual(['Solid 1', 'Solid 2', 'dernier.stl'])

    await settleAnalysedFile(app.deps, assembly?.upload.id ?? '')
    await Promise.all([1, 2, 3].map(() => settleAnalysedFile(app.deps, assembly?.upload.id ?? '')))

    expect(await linesOf(projectId)).toEqual(lines)

    // A line that the customer removed does not come back.
    await removeLines(browser, projectId, [lines[1]?.id ?? ''])
    await settleAnalysedFile(app.deps, assembly?.upload.id ?? '')

    expect(await linesOf(projectId)).toHaveLength(2)
  })

  it('is split once when the job runs several times at once', async () => {
    const { id: projectId } = await aProject(browser)
    const [line] = await announce(projectId, 'ensemble.stl')
    await finishAnalysis(app, line?.upload.id ?? '', 'assembly')
    await Promise.all([1, 2, 3, 4].map(() => settleAnalysedFile(app.deps, line?.upload.id ?? '')))
    expect(await linesOf(projectId)).toHaveLength(2)
  })

  it('keeps what the customer chose during the analysis, for all its bodies', async () => {
    const { line: model } = await aQuotedProject(app, browser)
    const { id: projectId } = await aProject(browser)
    const [line] = await announce(projectId, 'ensemble.stl')
    const chosen = { ...configurationOf(model), quantity: 5 }
    const { data } = await changeLines(browser, projectId, [{ lineId: line?.id ?? '', configuration: chosen }])

    expect(data.lines[0]).toMatchObject({ status: 'analysing', configuration: chosen, price: null })

    await finishAnalysis(app, line?.upload.id ?? '', 'assembly')
    await settleAnalysedFile(app.deps, line?.upload.id ?? '')

    expect((await linesOf(projectId)).map(({ configuration }) => configuration)).toEqual([chosen, chosen])
  })

  it('is split only as far as the project has room', async () => {
    const { id: projectId } = await aProject(browser)
    const names = Array.from({ length: 200 }, (_, index) => `${index}.stl`)
    const lines = await announce(projectId, ...names)
    await finishAnalysis(app, lines[0]?.upload.id ?? '', 'assembly')
    await settleAnalysedFile(app.deps, lines[0]?.upload.id ?? '')

    const after = await linesOf(projectId)
    expect(after).toHaveLength(200)
    expect(after[0]?.body).toMatchObject({ index: 0, bodies: 2 })
  })

  it('needs a decision when it could not be read, and raises the project revision', async () => {
    const { id: projectId } = await aProject(browser)
    const [line] = await announce(projectId, 'cassé.stl')
    const { revision } = await project(projectId)

    await updateRows(
      app,
      'upload',
      { id: line?.upload.id ?? '' },
      { state: 'failed', refusal: JSON.stringify({ code: 'truncated' }) },
    )
    await settleAnalysedFile(app.deps, line?.upload.id ?? '')

    const after = await project(projectId)
    expect(after.revision).toBeGreaterThan(revision)
    expect(after.lines[0]).toMatchObject({ status: 'needs-decision', upload: { refusal: { code: 'truncated' } } })
  })

  it('settles the lines of a removed project too, in case it is restored', async () => {
    const { id: projectId } = await aProject(browser)
    const [line] = await announce(projectId, 'a.stl')
    await browser.call('DELETE /global/project/{projectId}', { params: { projectId } })
    await finishAnalysis(app, line?.upload.id ?? '', 'block')
    await settleAnalysedFile(app.deps, line?.upload.id ?? '')
    const { data } = await browser.call('POST /global/project/{projectId}/restore', { params: { projectId } })
    expect(data.lines[0]?.status).toBe('ready')
  })
})

describe('a revised file', () => {
  it('keeps the configuration and shows what changed, while other lines keep the old file', async () => {
    const { id: projectId } = await aProject(browser)
    const uploadId = await anUploadOf(app, browser, { part: 'block', name: 'v1.stl' })
    const { data } = await addStoredLines(browser, projectId, [uploadId, uploadId])
    const [line, other] = data.lines
    if (!line || !other) throw new Error('two lines')

    const before = await configure(browser, projectId, line, { quantity: 9 })
    const replaced = await replaceFile(browser, projectId, line.id, 'v2.stl', 2000)
    const [waiting] = replaced.data.lines

    expect(waiting).toMatchObject({
      id: line.id,
      name: 'v2.stl',
      status: 'analysing',
      price: null,
      part: null,
      configuration: before.configuration,
      revision: {
        fileName: 'v1.stl',
        sizeMm: (await measuresOf('block')).sizeMm,
        lineMinor: before.price?.linePrice.minor,
      },
    })

    await finishAnalysis(app, waiting?.upload.id ?? '', 'largerBlock')
    await settleAnalysedFile(app.deps, waiting?.upload.id ?? '')

    const [after, same] = await linesOf(projectId)
    expect(after).toMatchObject({
      configuration: before.configuration,
      part: { sizeMm: (await measuresOf('largerBlock')).sizeMm },
      revision: { fileName: 'v1.stl' },
    })
    expect(after?.price?.linePrice.minor).toBeGreaterThan(before.price?.linePrice.minor ?? 0)
    expect(same).toEqual({ ...other, position: same?.position })
  })

  it('finds the same body at another index and does not split the line', async () => {
    const { id: projectId } = await aProject(browser)
    const [, rods] = await someLines(app, browser, projectId, 'assembly')
    if (!rods) throw new Error('two lines')

    const { data } = await replaceFile(browser, projectId, rods.id, 'v2.stl', 2000)
    const { id } = await anAnalysis(app, 'assembly', 7)
    await updateRows(app, 'part_body', { analysis_id: id, body_index: 0 }, { body_index: 9 })
    await updateRows(app, 'part_body', { analysis_id: id, body_index: 1 }, { body_index: 0 })
    await updateRows(app, 'part_body', { analysis_id: id, body_index: 9 }, { body_index: 1 })
    await finishAnalysis(app, data.lines[0]?.upload.id ?? '', 'assembly', 7)
    await settleAnalysedFile(app.deps, data.lines[0]?.upload.id ?? '')

    const lines = await linesOf(projectId)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ id: rods.id, body: { index: 0, perFile: 3 }, part: rods.part })
  })
})

describe('the unit of a file', () => {
  it('changes for all lines of the file, which are measured again and keep their configuration', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const before = await configure(browser, projectId, line, { quantity: 4 })
    const { sha256 } = await anAnalysis(app, 'block')

    // Another customer's analysis in inches is reused at once.
    await anAnalysis(app, 'block', 0, 'inch')

    const { data } = await browser.call('POST /global/project/{projectId}/line/{lineId}/unit', {
      params: { projectId, lineId: line.id },
      body: { unit: 'inch' },
    })

    expect(data.lines).toHaveLength(1)

    await app.mails()

    const [after] = await linesOf(projectId)
    expect(after?.configuration).toEqual(before.configuration)
    expect(after?.part?.sizeMm[0]).toBeCloseTo(40 * 25.4, 3)
    expect(after?.upload.summary?.unit).toMatchObject({ name: 'inch', source: 'chosen' })

    const { unit } = await rowOf(app, 'upload', { sha256, id: line.upload.id })

    expect(unit).toBe('inch')
  })

  it('is asked for before anything is priced if the size in millimetres is implausible', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'metres')
    await anAnalysis(app, 'metres', 0, 'm')

    expect(line).toMatchObject({ status: 'configuring', price: null, findings: [] })
    expect(line.faults).toMatchObject([{ code: 'UNIT_UNKNOWN', field: 'unit' }])
    expect(line.upload.summary?.unit).toMatchObject({ source: 'assumed', implausible: true })

    await browser.call('POST /global/project/{projectId}/line/{lineId}/unit', {
      params: { projectId, lineId: line.id },
      body: { unit: 'm' },
    })
    await app.mails()

    const [after] = await linesOf(projectId)
    expect(after).toMatchObject({ status: 'ready', faults: [] })
    expect(after?.part?.sizeMm[0]).toBeCloseTo(40, 3)
    expect(after?.price?.linePrice.minor).toBeGreaterThan(0)
  })

  it('can be confirmed as millimetres', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'metres')
    await anAnalysis(app, 'metres', 0, 'mm')

    await browser.call('POST /global/project/{projectId}/line/{lineId}/unit', {
      params: { projectId, lineId: line.id },
      body: { unit: 'mm' },
    })
    await app.mails()

    const [after] = await linesOf(projectId)
    expect(after?.upload.summary?.unit).toMatchObject({ name: 'mm', source: 'chosen' })
    expect(after?.faults).toEqual([])
    expect(after?.findings.map(({ finding }) => finding.rule)).not.toContain('unit-suspect')
  })

  it('hides the old measures until the file was measured in the new unit', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'largerBlock')
    const { data } = await browser.call('POST /global/project/{projectId}/line/{lineId}/unit', {
      params: { projectId, lineId: line.id },
      body: { unit: 'foot' },
    })

    expect(data.lines[0]).toMatchObject({
      status: 'analysing',
      part: null,
      price: null,
      upload: { state: 'analysing' },
    })

    const { data: list } = await browser.call('GET /global/project', { query: { pageSize: '100' } })
    expect(list.projects[0]).toMatchObject({ readyLines: 0, totalMinor: 0 })
  })
})

describe('files beside a part', () => {
  it('can be attached to a line, ten at most', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const attach = (name: string) =>
      browser.call('POST /global/project/{projectId}/line/{lineId}/attachment', {
        params: { projectId, lineId: line.id },
        body: { name, bytes: 500 },
      })
    const { data } = await attach('plan.pdf')

    expect(data.upload).toMatchObject({ name: 'plan.pdf', purpose: 'attachment', state: 'uploading' })
    expect(data.lines[0]?.attachments).toEqual([data.upload])

    for (let index = 2; index <= 10; index++) await attach(`${index}.pdf`)
    expect((await attach('11.pdf')).error.code).toBe('TOO_MANY_FILES')
  })

  it('can trigger a mail when the analysis has finished', async () => {
    const { id: projectId } = await aProject(browser)
    const [line] = await announce(projectId, 'gros.step')
    browser.language = 'en'

    const { status } = await browser.call('POST /global/project/{projectId}/line/{lineId}/notify', {
      params: { projectId, lineId: line?.id ?? '' },
      body: { email: 'Zoe@Example.com' },
    })

    expect(status).toBe(200)

    expect(await rowOf(app, 'upload', { id: line?.upload.id ?? '' })).toMatchObject({
      notify_email: 'zoe@example.com',
      notify_language: 'en',
    })
  })
})
