import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aVisitor } from '#test/builders.ts'
import { addStoredLines, anUploadOf, aProject, changeLines, configurationOf } from '#test/quote/quotes.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await aVisitor(app)
})

async function aProjectOf(lines: number) {
  const { id: projectId } = await aProject(browser)
  const uploadIds: string[] = []
  for (let copy = 0; copy < lines; copy++) uploadIds.push(await anUploadOf(app, browser, { copy }))

  const { data } = await addStoredLines(browser, projectId, uploadIds)

  return { projectId, lines: data.lines }
}

/** Counts statements on tables of projects and files; the job queue polls its own all the time. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = spy.mock.calls.map(([query]) => JSON.stringify(query)).filter((text) => !text.includes('pgboss'))
    return texts.filter((text) => /project|quote_line|upload|part_body|manual_quote|acceptance/.test(text)).length
  } finally {
    spy.mockRestore()
  }
}

describe('the number of statements', () => {
  const cases: [string, number, (project: Awaited<ReturnType<typeof aProjectOf>>) => Promise<unknown>][] = [
    [
      'looking at a project',
      10,
      ({ projectId }) => browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} }),
    ],
    ['the list of projects', 4, () => browser.call('GET /global/project', { query: {} })],
    [
      'changing all lines',
      30,
      ({ projectId, lines }) =>
        changeLines(
          browser,
          projectId,
          lines.map((line) => ({
            lineId: line.id,
            name: 'Bride',
            configuration: { ...configurationOf(line), quantity: 2 },
          })),
        ),
    ],
    [
      'requoting',
      30,
      ({ projectId }) => browser.call('POST /global/project/{projectId}/requote', { params: { projectId } }),
    ],
    [
      'copying a project',
      30,
      ({ projectId }) =>
        browser.call('POST /global/project/{projectId}/duplicate', { params: { projectId }, body: { name: 'Copie' } }),
    ],
  ]
  it.each(cases)('does not grow with the lines: %s', async (_what, most, work) => {
    const few = await aProjectOf(2)
    const many = await aProjectOf(25)
    const counts = [await statementsOf(() => work(few)), await statementsOf(() => work(many))]
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeGreaterThan(1)
    expect(counts[0]).toBeLessThanOrEqual(most)
  })
})
