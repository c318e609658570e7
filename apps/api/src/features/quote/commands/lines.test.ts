import { randomUUID } from 'node:crypto'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { aVisitor, useVisitor } from '#test/builders.ts'
import {
  addStoredLines,
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
  restoreLines,
  someLines,
} from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
const browser = useVisitor(app)

const project = (projectId: string) => getProject(browser, projectId)

describe('announced files', () => {
  it('become the last lines, in sequence, without body, configuration and price', async () => {
    const { id: projectId, revision } = await aProject(browser)
    const first = await announceFiles(browser, projectId, ['b.stl', 'a.step'])
    await announceFiles(browser, projectId, ['0.stl'])

    expect(first.data.revision).toBe(revision + 1)

    const { lines } = await project(projectId)
    expect(lines.map(({ name }) => name)).toEqual(['b.stl', 'a.step', '0.stl'])
    expect(lines[0]).toMatchObject({
      status: 'analysing',
      body: null,
      configuration: null,
      price: null,
      part: null,
      upload: { state: 'uploading', name: 'b.stl', bytes: 1000 },
    })
  })

  it('are refused beyond 200 in one call, with the number that is allowed', async () => {
    const { id: projectId } = await aProject(browser)
    const names = Array.from({ length: 201 }, (_, index) => `${index}.stl`)
    const { error } = await announceFiles(browser, projectId, names)
    expect(error.issues).toMatchObject([
      { code: 'TOO_MANY', message: expect.stringMatching(/^Trop d’éléments\u00a0: 200 au plus\./) },
    ])
  })

  it('are refused as a whole beyond 200 in a project (product.md, limits)', async () => {
    const { id: projectId } = await aProject(browser)
    const add = (count: number) =>
      announceFiles(
        browser,
        projectId,
        Array.from({ length: count }, (_, index) => `${index}.stl`),
      )

    expect((await add(199)).status).toBe(200)
    expect((await add(2)).error.code).toBe('TOO_MANY_FILES')
    expect((await project(projectId)).lines).toHaveLength(199)
    expect((await add(1)).status).toBe(200)

    const [line] = (await project(projectId)).lines
    const lineIds = [line?.id ?? '']
    await removeLines(browser, projectId, lineIds)

    expect((await add(1)).status).toBe(200)

    const back = await restoreLines(browser, projectId, lineIds)

    expect(back.error.code).toBe('TOO_MANY_FILES')
  })

  it('never exceed 200 when many requests come at once', async () => {
    const { id: projectId } = await aProject(browser)
    await announceFiles(
      browser,
      projectId,
      Array.from({ length: 198 }, (_, index) => `${index}.stl`),
    )

    const uploadId = await anUploadOf(app, browser)
    const add = () => addStoredLines(browser, projectId, [uploadId])
    const answers = await Promise.all(Array.from({ length: 8 }, add))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)

    const { lines } = await project(projectId)
    expect(new Set(lines.map(({ position }) => position)).size).toBe(200)
  })

  it('are priced at once when they were uploaded before', async () => {
    const { line } = await aQuotedProject(app, browser)
    expect(line).toMatchObject({
      status: 'ready',
      name: 'block.stl',
      body: { index: 0, perFile: 1, bodies: 1 },
      part: { sizeMm: (await measuresOf('block')).sizeMm },
      configuration: { quantity: 1 },
    })
    expect(line.price?.linePrice.minor).toBeGreaterThan(0)
  })
})

describe('a body that could not be measured', () => {
  it('is a line of its own with its reason, which only an expert prices', async () => {
    const uploadId = await anUploadOf(app, browser, { part: 'assembly', copy: 91 })
    const { analysis_id } = await rowOf(app, 'upload', { id: uploadId })
    await updateRows(
      app,
      'part_body',
      { analysis_id: analysis_id ?? '', body_index: 1 },
      { measures: null, facts: null, failure: JSON.stringify({ code: 'deadline' }) },
    )

    const { id: projectId } = await aProject(browser)
    const { data } = await addStoredLines(browser, projectId, [uploadId])
    const [measured, failed] = data.lines
    expect(measured).toMatchObject({ status: 'ready', body: { index: 0, failure: null } })
    expect(failed).toMatchObject({
      status: 'needs-decision',
      body: { index: 1, bodies: 2, perFile: 3, failure: { code: 'deadline' } },
      part: null,
      configuration: null,
      price: null,
    })

    const params = { projectId, lineId: failed?.id ?? '' }
    const asked = await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
      params,
      body: { question: 'Combien ?', email: 'client@example.com' },
    })
    expect(asked.data.lines[0]).toMatchObject({ status: 'manual-quote' })
  })
})

describe('a change', () => {
  it('saves name, comment, configuration and the sequence of attachments', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const one = await anUploadOf(app, browser, { purpose: 'attachment', name: 'one.pdf' })
    const two = await anUploadOf(app, browser, { purpose: 'attachment', name: 'two.pdf' })
    const configuration = { ...configurationOf(line), quantity: 12 }
    const { data } = await changeLines(browser, projectId, [
      { lineId: line.id, name: 'Support gauche', comment: 'Ébavurer', configuration, attachmentIds: [two, one] },
    ])

    expect(data.lines[0]).toMatchObject({
      name: 'Support gauche',
      comment: 'Ébavurer',
      configuration: { quantity: 12 },
      price: { quantity: 12 },
      attachments: [{ name: 'two.pdf' }, { name: 'one.pdf' }],
    })
    expect((await project(projectId)).lines).toEqual(data.lines)

    const kept = await changeLines(browser, projectId, [{ lineId: line.id, comment: '' }])

    expect(kept.data.lines[0]).toMatchObject({ comment: '', name: 'Support gauche', attachments: [{}, {}] })
  })

  it('applies to all lines or to none (BOL-2)', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const { line: elsewhere } = await aQuotedProject(app, browser)
    const foreign = (await aQuotedProject(app, await aVisitor(app))).line
    const before = await project(projectId)

    for (const lineId of [elsewhere.id, foreign.id, randomUUID()]) {
      const { error } = await changeLines(browser, projectId, [
        { lineId: line.id, name: 'Autre' },
        { lineId, name: 'Autre' },
      ])
      expect(error.code).toBe('NOT_FOUND')
    }

    expect(await project(projectId)).toEqual(before)
  })

  it('accepts only the caller’s files, in lists and inside services (BOL-2)', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const stranger = await aVisitor(app)
    const before = await project(projectId)
    const ids = [
      await anUploadOf(app, stranger, { purpose: 'attachment' }),
      // A part file cannot be a drawing.
      await anUploadOf(app, browser, { part: 'block' }),
      randomUUID(),
    ]

    const services = (id: string) => [
      { id: 'silkscreen', option: 'standard', colours: [], zones: 1, position: 'dessus', artworkFileId: id } as const,
      { id: 'painting', option: 'standard', colours: [], finish: 'matte', zonesFileId: id } as const,
      { id: 'dyeing', option: 'standard', colours: [], fileId: id } as const,
      { id: 'assembling', option: 'standard', suppliedParts: false, instructionsFileId: id } as const,
    ]
    for (const id of ids) {
      const changes = [
        { attachmentIds: [id] },
        ...services(id).map((service) => ({ configuration: { ...configurationOf(line), services: [service] } })),
      ]
      for (const change of changes) {
        const { error } = await changeLines(browser, projectId, [{ lineId: line.id, comment: 'x', ...change }])
        expect(error.code).toBe('NOT_FOUND')
      }
    }

    expect(await project(projectId)).toEqual(before)

    const own = await anUploadOf(app, browser, { purpose: 'attachment', name: 'logo.png' })
    const [service] = services(own)
    if (!service) throw new Error('no service')

    const changed = await configure(browser, projectId, line, { services: [service] })
    // A service's file is always attached, so that it cannot be removed while it is used.
    expect(changed.attachments).toMatchObject([{ id: own }])
  })

  it('is not lost when different lines change at the same time', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block', 'largerBlock', 'sheet', 'block')
    const { revision } = await project(projectId)

    await Promise.all(lines.map((line, index) => configure(browser, projectId, line, { quantity: 10 + index })))

    const after = await project(projectId)
    expect(after.lines.map(({ configuration }) => configuration?.quantity)).toEqual([10, 11, 12, 13])
    expect(after.lines.map(({ price }) => price?.quantity)).toEqual([10, 11, 12, 13])
    expect(after.revision).toBe(revision + lines.length)
  })

  it('wins as a whole against a concurrent change of the same line, with the matching price', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const comment = (quantity: number) => `${quantity} pièces`
    const quantities = [2, 3, 4, 5, 6, 7]
    await Promise.all(
      quantities.map((quantity) =>
        changeLines(browser, projectId, [
          {
            lineId: line.id,
            comment: comment(quantity),
            configuration: { ...configurationOf(line), quantity },
          },
        ]),
      ),
    )

    const after = (await project(projectId)).lines[0]
    const quantity = after?.configuration?.quantity ?? 0

    expect(quantities).toContain(quantity)
    expect(after).toMatchObject({ comment: comment(quantity), price: { quantity } })
  })

  it('handles 200 lines in one call, and so does reading them', async () => {
    const { id: projectId } = await aProject(browser)
    const uploadIds: string[] = []
    for (let copy = 0; copy < 200; copy++) uploadIds.push(await anUploadOf(app, browser, { copy }))

    const { data } = await addStoredLines(browser, projectId, uploadIds)
    const changed = await changeLines(
      browser,
      projectId,
      data.lines.map((line) => ({
        lineId: line.id,
        configuration: { ...configurationOf(line), quantity: 3 },
      })),
    )

    expect(changed.data.lines).toHaveLength(200)
    expect(new Set(changed.data.lines.map(({ price }) => price?.quantity))).toEqual(new Set([3]))
    expect((await project(projectId)).lines).toEqual(changed.data.lines)

    const headers = { 'accept-encoding': 'br' }
    const answer = await browser.fetch(`/gateway/global/project/${projectId}`, { headers })
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(60_000)
  })
})

describe('removed lines', () => {
  it('are restored to their positions, unchanged', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block', 'sheet', 'largerBlock')
    const lineIds = [lines[1]?.id ?? '']
    const removed = await removeLines(browser, projectId, lineIds)

    expect(removed.data.lines.map(({ id }) => id)).toEqual([lines[0]?.id, lines[2]?.id])

    const { status } = await changeLines(browser, projectId, [{ lineId: lineIds[0] ?? '', name: 'x' }])

    expect(status).toBe(404)

    const back = await restoreLines(browser, projectId, lineIds)

    expect(back.data.lines).toEqual(lines)
  })

  it('are settled on restore when their file was analysed in the meantime', async () => {
    const { id: projectId } = await aProject(browser)
    const uploadId = await anUploadOf(app, browser, { state: 'analysing' })
    const { data } = await addStoredLines(browser, projectId, [uploadId])
    const lineIds = data.lines.map(({ id }) => id)
    await removeLines(browser, projectId, lineIds)
    await finishAnalysis(app, uploadId, 'assembly')

    const back = await restoreLines(browser, projectId, lineIds)

    expect(back.data.lines.map(({ configuration }) => configuration?.quantity)).toEqual([1, 3])
  })
})

describe('lines that go to another project', () => {
  it('move with everything they have, or are copied with new ids', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const drawing = await anUploadOf(app, browser, { purpose: 'attachment' })
    await changeLines(browser, projectId, [{ lineId: line.id, attachmentIds: [drawing], comment: 'Urgent' }])

    const { id: toProjectId } = await aProject(browser)
    const transfer = (copy: boolean, to = toProjectId) =>
      browser.call('POST /global/project/{projectId}/lines/transfer', {
        params: { projectId },
        body: { lineIds: [line.id], toProjectId: to, copy },
      })

    expect((await transfer(true)).data.lines.map(({ id }) => id)).toEqual([line.id])

    const [copied] = (await project(toProjectId)).lines
    expect(copied?.id).not.toBe(line.id)
    expect(copied).toMatchObject({
      comment: 'Urgent',
      attachments: [{ id: drawing }],
      price: { linePrice: line.price?.linePrice },
    })
    expect((await transfer(true, projectId)).data.lines).toHaveLength(2)
    expect((await transfer(false)).data.lines).toHaveLength(1)
    expect((await project(toProjectId)).lines.map(({ id }) => id)).toEqual([copied?.id, line.id])
  })

  it('cannot be moved to or from another owner’s project (BOL-2)', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const stranger = await aVisitor(app)
    const foreign = await aQuotedProject(app, stranger)
    const { id: own } = await aProject(browser)

    for (const [from, lineIds, toProjectId] of [
      [projectId, [line.id], foreign.projectId],
      [projectId, [line.id, foreign.line.id], own],
      [foreign.projectId, [foreign.line.id], own],
      [projectId, [line.id], randomUUID()],
    ] as const) {
      const { error } = await browser.call('POST /global/project/{projectId}/lines/transfer', {
        params: { projectId: from },
        body: { lineIds: [...lineIds], toProjectId, copy: false },
      })
      expect(error.code).toBe('NOT_FOUND')
    }

    expect((await project(projectId)).lines).toHaveLength(1)
    expect((await project(own)).lines).toEqual([])
  })

  it('all arrive when they are moved in both directions at the same time', async () => {
    const left = await aProject(browser)
    const right = await aProject(browser)
    let a = (await someLines(app, browser, left.id, 'block', 'sheet')).map(({ id }) => id)
    let b = (await someLines(app, browser, right.id, 'block', 'sheet')).map(({ id }) => id)
    const move = (projectId: string, toProjectId: string, lineIds: string[]) =>
      browser.call('POST /global/project/{projectId}/lines/transfer', {
        params: { projectId },
        body: { lineIds, toProjectId, copy: false },
      })

    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all([move(left.id, right.id, a), move(right.id, left.id, b)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      ;[a, b] = [b, a]
      expect((await project(left.id)).lines.map(({ id }) => id)).toEqual(a)
      expect((await project(right.id)).lines.map(({ id }) => id)).toEqual(b)
    }
  })
})

describe('the part of a line', () => {
  it('includes the facts of its one body', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'assembly')
    const [, second] = lines
    const { data } = await browser.call('GET /global/project/{projectId}/line/{lineId}/facts', {
      params: { projectId, lineId: second?.id ?? '' },
    })
    expect(data.analysis).toMatchObject({ bodyCount: 4, bodies: [{ count: 3 }] })
  })

  it('includes its mesh once it exists', async () => {
    const { id: projectId } = await aProject(browser)
    // Other files store a mesh of the usual content.
    const uploadId = await anUploadOf(app, browser, { copy: 7 })
    const [line] = (await addStoredLines(browser, projectId, [uploadId])).data.lines
    if (!line) throw new Error('no line came back')

    const path = `/gateway/global/project/${projectId}/line/${line.id}/mesh`

    expect((await browser.fetch(path)).status).toBe(404)

    const { analysis_id } = await rowOf(app, 'upload', { id: line.upload.id })
    await app.deps.files.put(`meshes/${analysis_id}-0`, Buffer.from('a mesh'), {
      contentType: 'application/octet-stream',
    })

    const mesh = await browser.fetch(path)
    expect([mesh.status, await mesh.text()]).toEqual([200, 'a mesh'])
  })
})

it('leaves a line that fits no material without a price and in need of a decision', async () => {
  const { line } = await aQuotedProject(app, browser, 'giant')
  expect(line).toMatchObject({ configuration: null, price: null, status: 'needs-decision' })
})

it('allows recorded risk acceptance for every material', () => {
  const without = packagedCatalogue.materials.filter(({ services }) => !services.allowed.includes('risk-acceptance'))
  expect(without.map(({ id }) => id)).toEqual([])
})
