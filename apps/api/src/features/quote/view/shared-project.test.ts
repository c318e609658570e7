import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor, type TestCustomer } from '#test/builders.ts'
import { aProject, aQuotedProject, someLines } from '#test/quote/quotes.ts'
import { rowOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { getSharedProject } from './project-view.service.ts'

const app = useSharedApp()
let customer: TestCustomer
let browser: Browser

beforeAll(async () => {
  customer = await aCustomer(app)
})

beforeEach(async () => {
  browser = await aBrowserOf(app, customer.id)
})

const look = (key: string) => app.browser().call('POST /global/quote/shared', { body: { key } })
const share = async (projectId: string, who = browser) =>
  (await who.call('POST /global/project/{projectId}/share', { params: { projectId } })).data.key

describe('a read-only link', () => {
  it('shows parts and prices to anyone, but nothing about the owner or for the shop (B17)', async () => {
    const { id: projectId } = await aProject(browser)
    const [line] = await someLines(app, browser, projectId, 'plate', 'assembly')
    const params = { projectId, lineId: line?.id ?? '' }
    await browser.call('PATCH /global/project/{projectId}/lines', {
      params,
      body: { changes: [{ lineId: params.lineId, comment: 'Ébavurer' }] },
    })
    await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', {
      params,
      body: { ruleIds: ['flat-warp'] },
    })
    await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
      params,
      body: { question: 'Mon budget est de 12 000 €', email: customer.email },
    })

    const key = await share(projectId)
    expect(key).toMatch(/^[\w-]{43}$/)

    const { data } = await look(key)
    expect(data).toMatchObject({ id: projectId, shared: true, lines: [{ comment: '' }, {}, {}] })
    expect(data.lines[0]).toMatchObject({ status: 'manual-quote', manual: { state: 'asked', question: '' } })
    expect(data.lines[0]?.findings.find(({ accepted }) => accepted)?.accepted?.by).toBe('customer')

    const said = JSON.stringify(data)
    for (const secret of [customer.email, customer.id, 'budget', 'Ébavurer']) expect(said).not.toContain(secret)

    const own = await browser.call('GET /global/project/{projectId}', { params, query: {} })
    expect(data.lines.map(({ price }) => price)).toEqual(own.data.project?.lines.map(({ price }) => price))
  })

  it('shows only the meshes of its own lines', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const other = await aQuotedProject(app, browser, 'sheet')
    const key = await share(projectId)

    for (const { upload } of [line, other.line]) {
      const row = await rowOf(app, 'upload', { id: upload.id })
      await app.deps.files.put(`meshes/${row?.analysis_id}-0`, Buffer.from('mesh'), {
        contentType: 'application/octet-stream',
      })
    }

    const mesh = (lineId: string, withKey: string) =>
      app.browser().fetch('/gateway/global/quote/shared/mesh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: withKey, lineId }),
      })

    expect((await mesh(line.id, key)).status).toBe(200)
    expect((await mesh(other.line.id, key)).status).toBe(404)
    expect((await mesh(line.id, randomBytes(32).toString('base64url'))).status).toBe(404)
  })

  it('gives no write access: no other call accepts its key', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const stranger = app.browser()
    stranger.token = await share(projectId)

    const { status } = await stranger.call('PATCH /global/project/{projectId}', {
      params: { projectId },
      body: { name: 'x' },
    })

    expect(status).toBe(401)
  })

  it('ends when a new one is made, when unshared and when the project is removed', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const params = { projectId }
    const first = await share(projectId)
    const second = await share(projectId)

    expect([(await look(first)).status, (await look(second)).status]).toEqual([404, 200])

    await browser.call('DELETE /global/project/{projectId}/share', { params })
    expect((await look(second)).status).toBe(404)

    const third = await share(projectId)
    await browser.call('DELETE /global/project/{projectId}', { params })

    expect((await look(third)).status).toBe(404)

    await browser.call('POST /global/project/{projectId}/restore', { params })
    expect((await look(third)).status).toBe(404)
  })

  it('works after the price expired, and for visitors', async () => {
    const visitor = await aVisitor(app)
    const { projectId } = await aQuotedProject(app, visitor)
    const key = await share(projectId, visitor)
    app.clock.advance(31 * 86_400)
    expect((await look(key)).data).toMatchObject({ lines: [{ status: 'expired' }] })
  })

  it('is stored only as a hash', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const key = await share(projectId)
    const row = await rowOf(app, 'project', { id: projectId })

    expect(JSON.stringify(row)).not.toContain(key)
    expect(row.share_hash?.toString('base64url')).not.toBe(key)
  })

  it('is not found by ten thousand guesses, which are rate limited', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    await share(projectId)

    let found = 0
    const guess = () =>
      getSharedProject(app.deps, randomBytes(32).toString('base64url')).then(
        () => {
          found++
        },
        () => undefined,
      )
    for (let round = 0; round < 500; round++) await Promise.all(Array.from({ length: 20 }, guess))

    expect(found).toBe(0)

    const stranger = app.browser()
    const statuses: number[] = []
    for (let index = 0; index < 125; index++) {
      const key = randomBytes(32).toString('base64url')
      statuses.push((await stranger.call('POST /global/quote/shared', { body: { key } })).status)
    }

    expect(statuses.indexOf(429)).toBe(120)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })

  it.each(['', 'a', null, ['x'], {}, 0])('refuses the key %j (BOL-3)', async (key) => {
    expect((await app.browser().send('POST /global/quote/shared', { body: { key } })).status).toBe(422)
  })
})
