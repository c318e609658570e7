import { randomUUID } from 'node:crypto'
import { lineRoutes, projectRoutes } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { quoteJobs } from '#features/quote/quote.jobs.ts'
import { severalVisitors } from '#test/app.ts'
import { aBrowserOf, aCustomer, useVisitor } from '#test/builders.ts'
import { aPublishedCatalogue } from '#test/catalogues.ts'
import {
  addStoredLines,
  anUploadOf,
  aProject,
  aQuotedProject,
  changeLines,
  configure,
  removeLines,
  restoreLines,
  someLines,
} from '#test/quote/quotes.ts'
import { ownerOfBrowser } from '#test/quote/uploads.ts'
import { useApp } from '#test/use-app.ts'
import { createProject, projectLimits } from './project.service.ts'

const app = useApp(severalVisitors)
const browser = useVisitor(app)

const get = (projectId: string, seen?: number) =>
  browser.call('GET /global/project/{projectId}', { params: { projectId }, query: seen === undefined ? {} : { seen } })
const list = async (query: { search?: string; page?: number; pageSize?: number } = {}) =>
  (await browser.call('GET /global/project', { query })).data

describe('a project', () => {
  it('requires a name and a service (spec 5)', async () => {
    const { data } = await browser.call('POST /global/project', { body: { name: ' Pompe ', service: 'cnc' } })
    expect(data).toMatchObject({ name: 'Pompe', service: 'cnc', revision: 1, lines: [], shared: false })
    for (const body of [{ service: 'cnc' }, { name: '', service: 'cnc' }, { name: 'a' }, { name: 'a', service: 'x' }])
      expect((await browser.send('POST /global/project', { body })).status).toBe(422)
  })

  it('returns only its revision to a client that has seen it', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const { data } = await get(projectId)
    const { revision } = data
    expect((await get(projectId, revision)).data).toEqual({ revision, project: null })
    expect((await get(projectId, revision - 1)).data.project).toEqual(data.project)
    await browser.call('PATCH /global/project/{projectId}', { params: { projectId }, body: { name: 'Neuf' } })
    expect((await get(projectId, revision)).data).toMatchObject({ revision: revision + 1, project: { name: 'Neuf' } })
  })

  it('changes name and service, keeps existing lines and uses the new service for new lines', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const { data } = await browser.call('PATCH /global/project/{projectId}', {
      params: { projectId },
      body: { service: 'cnc' },
    })

    expect(data).toMatchObject({ service: 'cnc', lines: [{ configuration: line.configuration }] })

    const [added] = await someLines(app, browser, projectId, 'block')
    expect(added?.price?.process).toBe('milling')
  })

  it('starts its lines with the material it was created with, until the service changes', async () => {
    const wanted = { name: 'Bride', service: 'cnc', materialId: 'ss-316l' } as const
    const { data: project } = await browser.call('POST /global/project', { body: wanted })
    expect(project).toMatchObject({ service: 'cnc', materialId: 'ss-316l' })

    const [line] = await someLines(app, browser, project.id, 'block')
    expect(line?.configuration?.materialId).toBe('ss-316l')

    const params = { projectId: project.id }
    const body = { name: 'Copie' }
    const copy = await browser.call('POST /global/project/{projectId}/duplicate', { params, body })
    expect(copy.data).toMatchObject({ materialId: 'ss-316l', lines: [{ configuration: { materialId: 'ss-316l' } }] })

    const change = { params, body: { service: '3d-printing' } } as const
    const { data: changed } = await browser.call('PATCH /global/project/{projectId}', change)
    expect(changed).toMatchObject({ materialId: null, lines: [{ configuration: { materialId: 'ss-316l' } }] })
  })

  it('starts each line with the process that suits the part, unless the customer chose a service', async () => {
    const open = { name: 'Mélange', service: '3d-printing', serviceChosen: false } as const
    const { data: project } = await browser.call('POST /global/project', { body: open })
    expect(project).toMatchObject({ service: '3d-printing', serviceChosen: false })

    const [plate, block] = await someLines(app, browser, project.id, 'plate', 'block')
    expect([plate?.configuration?.process, block?.configuration?.process]).toEqual(['milling', 'sla'])

    // Lists name the service of the first line.
    const params = { projectId: project.id }
    expect((await get(project.id)).data.project).toMatchObject({ service: 'cnc', serviceChosen: false })
    const copy = await browser.call('POST /global/project/{projectId}/duplicate', { params, body: { name: 'Copie' } })
    expect(copy.data).toMatchObject({ service: 'cnc', serviceChosen: false })

    const change = { params, body: { service: '3d-printing' } } as const
    const { data: chosen } = await browser.call('PATCH /global/project/{projectId}', change)
    expect(chosen).toMatchObject({ serviceChosen: true, lines: [{ configuration: { process: 'milling' } }, {}] })

    const [longer] = await someLines(app, browser, project.id, 'longerPlate')
    expect(longer?.configuration?.process).toBe('sla')
  })

  it('refuses to leave the service open or closed without naming one', async () => {
    const { id: projectId } = await aProject(browser)
    const answer = await browser.send('PATCH /global/project/{projectId}', {
      params: { projectId },
      body: { serviceChosen: false },
    })
    expect(answer.status).toBe(422)
    expect(answer.error.issues).toMatchObject([{ path: 'service', code: 'SERVICE_REQUIRED' }])
    expect((await get(projectId)).data.project).toMatchObject({ serviceChosen: true })
  })

  it('takes the service of the first line that it has when lines are removed, restored or moved', async () => {
    const open = { name: 'Mélange', service: '3d-printing', serviceChosen: false } as const
    const { data: project } = await browser.call('POST /global/project', { body: open })
    const { data: other } = await browser.call('POST /global/project', { body: { ...open, service: 'cnc' } })
    const [plate, block] = await someLines(app, browser, project.id, 'plate', 'block')
    const plateId = plate?.id ?? ''
    const blockId = block?.id ?? ''
    const transfer = (projectId: string, lineId: string, toProjectId: string) =>
      browser.call('POST /global/project/{projectId}/lines/transfer', {
        params: { projectId },
        body: { lineIds: [lineId], toProjectId, copy: false },
      })

    expect((await removeLines(browser, project.id, [plateId])).data.service).toBe('3d-printing')
    expect((await restoreLines(browser, project.id, [plateId])).data.service).toBe('cnc')

    expect((await transfer(project.id, plateId, project.id)).data.service).toBe('3d-printing')
    expect((await transfer(project.id, blockId, other.id)).data.service).toBe('cnc')
    expect((await get(other.id)).data.project?.service).toBe('3d-printing')
  })

  it('keeps the process that the customer chose when the quantity changes', async () => {
    const open = { name: 'Plaque', service: '3d-printing', serviceChosen: false } as const
    const { data: project } = await browser.call('POST /global/project', { body: open })
    const [line] = await someLines(app, browser, project.id, 'plate')
    if (!line) throw new Error('no line')

    const resin = {
      materialId: 'sla-9600-white',
      colourId: 'white',
      toleranceId: 'sla-std',
      process: 'sla',
      services: [],
    } as const
    await configure(browser, project.id, line, resin)
    await configure(browser, project.id, line, { ...resin, quantity: 20 })
    const { project: settled } = (await get(project.id)).data
    expect(settled?.lines[0]?.configuration).toMatchObject({ process: 'sla', quantity: 20 })
  })

  it('keeps the country that carriage and import are estimated for, also in a copy', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const params = { projectId }
    expect((await get(projectId)).data.project?.country).toBeNull()

    const { data } = await browser.call('PATCH /global/project/{projectId}', { params, body: { country: 'CH' } })
    expect(data.country).toBe('CH')

    const copy = await browser.call('POST /global/project/{projectId}/duplicate', { params, body: { name: 'Copie' } })
    expect(copy.data.country).toBe('CH')
  })

  it.each(['ch', 'Suisse', 'XX', ''])('refuses %j as its country', async (country) => {
    const { projectId } = await aQuotedProject(app, browser)
    const change = { params: { projectId }, body: { country } }
    const answer = await browser.call('PATCH /global/project/{projectId}', change)

    expect(answer).toMatchObject({
      status: 422,
      error: { code: 'VALIDATION', issues: [{ path: 'country', code: 'COUNTRY_INVALID' }] },
    })
    expect((await get(projectId)).data.project?.country).toBeNull()
  })

  it.each(['unobtainium', 'mjf-pa12'])(
    'refuses to start with %s, which the service does not offer',
    async (materialId) => {
      const answer = await browser.call('POST /global/project', { body: { name: 'a', service: 'cnc', materialId } })
      expect(answer).toMatchObject({
        status: 422,
        error: { code: 'VALIDATION', issues: [{ path: 'materialId', code: 'MATERIAL_NOT_OFFERED' }] },
      })
    },
  )

  it('can be restored within 30 days after its removal', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const { project } = (await get(projectId)).data

    expect((await browser.call('DELETE /global/project/{projectId}', { params: { projectId } })).status).toBe(200)
    expect((await get(projectId)).status).toBe(404)
    expect((await list()).total).toBe(0)
    expect((await browser.call('DELETE /global/project/{projectId}', { params: { projectId } })).status).toBe(404)

    const { data } = await browser.call('POST /global/project/{projectId}/restore', { params: { projectId } })
    expect(data).toEqual({ ...project, revision: data.revision, updatedAt: data.updatedAt })
    expect((await browser.call('POST /global/project/{projectId}/restore', { params: { projectId } })).status).toBe(404)
  })

  it('is copied with lines, files and comments under new ids and priced with the catalogue in force', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block', 'assembly')
    const drawing = await anUploadOf(app, browser, { purpose: 'attachment' })
    await changeLines(browser, projectId, [{ lineId: lines[0]?.id ?? '', comment: 'Poli', attachmentIds: [drawing] }])
    await aPublishedCatalogue(app, '2027-02-01.1')

    const { data } = await browser.call('POST /global/project/{projectId}/duplicate', {
      params: { projectId },
      body: { name: 'Copie' },
    })

    expect(data).toMatchObject({
      name: 'Copie',
      catalogueVersion: '2027-02-01.1',
      lines: [{ comment: 'Poli' }, {}, {}],
    })

    const original = (await get(projectId)).data.project
    expect(data.lines.map(({ upload }) => upload.id)).toEqual(original?.lines.map(({ upload }) => upload.id))
    expect(data.lines[0]?.attachments.map(({ id }) => id)).toEqual([drawing])
    expect(data.lines.map(({ configuration }) => configuration)).toEqual(
      original?.lines.map(({ configuration }) => configuration),
    )

    for (const [index, line] of data.lines.entries()) {
      expect(line.id).not.toBe(original?.lines[index]?.id)
      expect(line.price?.linePrice.minor).not.toBe(original?.lines[index]?.price?.linePrice.minor)
    }
  })
})

describe('the list of projects', () => {
  it('searches the names of projects, lines and files literally, ignoring case and accents', async () => {
    const pump = await aProject(browser)
    const valve = await aProject(browser)
    await browser.call('PATCH /global/project/{projectId}', {
      params: { projectId: pump.id },
      body: { name: 'Pompe 100%' },
    })

    const uploadId = await anUploadOf(app, browser, { name: 'clapet_v3.stl' })
    const { data } = await addStoredLines(browser, valve.id, [uploadId])
    await changeLines(browser, valve.id, [{ lineId: data.lines[0]?.id ?? '', name: 'Obturateur' }])

    const found = async (search: string) => (await list({ search })).projects.map(({ id }) => id)
    expect(await found('pômpe')).toEqual([pump.id])
    expect(await found('ÖBTURA')).toEqual([valve.id])
    expect(await found('CLÀPET')).toEqual([valve.id])
    expect(await found('100%')).toEqual([pump.id])
    expect(await found('%')).toEqual([pump.id])
    expect(await found('clapet_v')).toEqual([valve.id])
    expect(await found('clapetXv')).toEqual([])
    expect(await found('\\')).toEqual([])
    expect(await found("'; drop table project; --")).toEqual([])
  })

  it('returns pages, last changed first, with totals per project', async () => {
    const made: string[] = []
    for (let index = 0; index < 5; index++) {
      app.clock.advance(60)
      made.unshift((await aQuotedProject(app, browser)).projectId)
    }

    const first = await list({ pageSize: 3 })
    expect(first).toMatchObject({ total: 5 })
    expect(first.projects.map(({ id }) => id)).toEqual(made.slice(0, 3))
    expect((await list({ pageSize: 3, page: 2 })).projects.map(({ id }) => id)).toEqual(made.slice(3))
    expect((await list({ pageSize: 3, page: 3 })).projects).toEqual([])

    const { project } = (await get(made[0] ?? '')).data
    expect(first.projects[0]).toMatchObject({
      lines: 1,
      readyLines: 1,
      totalMinor: project?.lines[0]?.price?.linePrice.minor,
      thumbnailIds: [project?.lines[0]?.thumbnailId],
    })
  })
})

describe('the project limit', () => {
  it('limits a visitor to 50 projects, also with concurrent requests', async () => {
    const owner = await ownerOfBrowser(app, browser)
    const { catalogue_version } = await app.deps.db
      .selectFrom('project')
      .select('catalogue_version')
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.deps.db
      .insertInto('project')
      .values(
        Array.from({ length: projectLimits.visitor - 2 }, () => ({
          customer_id: owner.customerId,
          visitor_hash: owner.visitorHash,
          name: 'a',
          service: 'cnc' as const,
          catalogue_version,
          priced_at: app.clock.now,
          valid_until: app.clock.now,
          created_at: app.clock.now,
          updated_at: app.clock.now,
        })),
      )
      .execute()

    const create = () => browser.call('POST /global/project', { body: { name: 'b', service: 'cnc' } })
    const made = Array.from({ length: 16 }, () => createProject(app.deps, owner, { name: 'b', service: 'cnc' }))
    const outcomes = await Promise.allSettled(made)

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)

    const refused = await create()
    expect([refused.status, refused.error.code]).toEqual([429, 'QUOTA_EXCEEDED'])

    const id = (await list()).projects[0]?.id ?? ''
    const copy = await browser.call('POST /global/project/{projectId}/duplicate', {
      params: { projectId: id },
      body: { name: 'c' },
    })

    expect(copy.error.code).toBe('QUOTA_EXCEEDED')

    await browser.call('DELETE /global/project/{projectId}', { params: { projectId: id } })
    expect((await create()).status).toBe(200)
  })
})

describe('the purge', () => {
  const purge = async () => {
    const job = quoteJobs(app.deps).find(({ name }) => name === 'quote-purge')
    await (job?.run as (() => Promise<void>) | undefined)?.()
  }
  const exists = async (table: 'project' | 'quote_line', id: string) =>
    (await app.deps.db.selectFrom(table).select('id').where('id', '=', id).execute()).length > 0

  it('deletes removed projects and lines after 30 days and keeps the others', async () => {
    const customer = await aBrowserOf(app, (await aCustomer(app)).id)
    const { projectId, line } = await aQuotedProject(app, customer)
    const gone = await aQuotedProject(app, customer)
    const params = { projectId }
    const [second] = await someLines(app, customer, projectId, 'sheet')

    await customer.call('POST /global/project/{projectId}/lines/remove', { params, body: { lineIds: [line.id] } })
    await customer.call('DELETE /global/project/{projectId}', { params: { projectId: gone.projectId } })
    app.clock.advance(30 * 86_400)
    await purge()

    expect([await exists('quote_line', line.id), await exists('project', gone.projectId)]).toEqual([true, true])

    app.clock.advance(1)
    await purge()

    expect([await exists('quote_line', line.id), await exists('project', gone.projectId)]).toEqual([false, false])
    expect([await exists('quote_line', second?.id ?? ''), await exists('project', projectId)]).toEqual([true, true])
  })

  it('deletes a visitor’s projects when the token has expired, and no sooner', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    app.clock.advance(90 * 86_400 - 1)
    await purge()
    expect(await exists('project', projectId)).toBe(true)
    app.clock.advance(1)
    await purge()
    expect(await exists('project', projectId)).toBe(false)
  })
})

it('answers NOT_FOUND for an unknown project in every call', async () => {
  const { status } = await get(randomUUID())
  expect(status).toBe(404)
})

it('lists a project first after one of its lines was edited', async () => {
  const { projectId, line } = await aQuotedProject(app, browser)
  app.clock.advance(5)
  await aProject(browser)
  app.clock.advance(5)
  await configure(browser, projectId, line, { quantity: 2 })
  expect((await list()).projects[0]).toMatchObject({ id: projectId, updatedAt: app.clock.now.toISOString() })
})

it('can be priced again and copied so often only, because both take the server long (ABU-2)', async () => {
  const { id: projectId } = await aProject(browser)
  const requote = () => browser.call('POST /global/project/{projectId}/requote', { params: { projectId } })
  for (let i = 0; i < 60; i++) expect((await requote()).status).toBe(200)

  const { status, error } = await requote()
  expect(status).toBe(429)
  expect(error.code).toBe('RATE_LIMITED')

  app.clock.advance(600)
  expect((await requote()).status).toBe(200)
})

/** Sends a call many times, 50 at once, and returns how many the limit let through. */
async function countLetThrough(times: number, send: () => Promise<{ status: number }>): Promise<number> {
  const statuses: number[] = []
  while (statuses.length < times) {
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses.filter((status) => status !== 429).length
}

it('limits edits of lines to 600 in ten minutes, refused ones included (B22)', async () => {
  const { projectId, line } = await aQuotedProject(app, browser)
  const edit = () => changeLines(browser, projectId, [{ lineId: line.id, comment: 'Sans bavures' }])
  expect((await edit()).status).toBe(200)
  expect(await countLetThrough(650, () => changeLines(browser, projectId, []))).toBe(599)

  const { status, error } = await edit()
  expect(status).toBe(429)
  expect(error.code).toBe('RATE_LIMITED')

  app.clock.advance(600)
  expect((await edit()).status).toBe(200)
})

it('limits copies and moves of lines to 120 in ten minutes, refused ones included (B22)', async () => {
  const { projectId, line } = await aQuotedProject(app, browser)
  const transfer = (...lineIds: string[]) =>
    browser.call('POST /global/project/{projectId}/lines/transfer', {
      params: { projectId },
      body: { lineIds, toProjectId: projectId, copy: true },
    })
  expect((await transfer(line.id)).status).toBe(200)
  expect(await countLetThrough(150, () => transfer())).toBe(119)

  const { status, error } = await transfer(line.id)
  expect(status).toBe(429)
  expect(error.code).toBe('RATE_LIMITED')

  app.clock.advance(600)
  expect((await transfer(line.id)).status).toBe(200)
})

it.each([projectRoutes.requote, projectRoutes.duplicate, lineRoutes.update, lineRoutes.transfer])(
  'has a limit for $method $path, which prices all its lines',
  ({ limits }) => {
    expect(limits).toContainEqual(expect.objectContaining({ by: 'session' }))
  },
)
