import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { useApp } from '#test/use-app.ts'
import { anAuditBreak } from '#test/waiting-tasks.ts'

const token = 'a-token-of-a-monitor'
const app = useApp({ METRICS_TOKEN: token })
const withoutToken = useApp()

const ask = (authorization: string | null, from = app) =>
  from.browser().fetch('/metrics', { headers: authorization === null ? {} : { authorization } })

async function metrics(): Promise<string> {
  const answer = await ask(`Bearer ${token}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a metric with these labels. */
function metricValue(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

describe('metrics', () => {
  it('need the token of the settings', async () => {
    for (const authorization of [null, 'Bearer wrong-token-of-a-monitor', token, 'Bearer ', `bearer ${token}`])
      expect((await ask(authorization)).status).toBe(401)
    expect((await ask(`Bearer ${token}`)).headers.get('content-type')).toMatch('text/plain; version=0.0.4')
  })

  it('do not exist without a token in the settings', async () => {
    expect((await ask(`Bearer ${token}`, withoutToken)).status).toBe(404)
    expect((await ask(null, withoutToken)).status).toBe(404)
  })

  it('count requests by the pattern of the route and the class of the status, never by URL', async () => {
    const id = '7c0a2b1e-0000-4000-8000-000000000001'
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    await browser.send('GET /global/order/{orderId}', { params: { orderId: id } })
    await browser.call('GET /global/account/me', {})
    await browser.call('GET /global/account/me', {})
    await browser.fetch('/gateway/global/secret-address')

    const text = await metrics()
    const labels = (route: string, status: string) => `{method="GET",route="${route}",status="${status}"}`
    const counted = (route: string, status: string) =>
      metricValue(text, `cotation_request_seconds_count${labels(route, status)}`)
    expect(counted('/gateway/global/account/me', '2xx')).toBe(2)
    expect(counted('/gateway/global/order/:orderId', '4xx')).toBe(1)
    expect(text).not.toContain(id)
    expect(text).not.toContain('secret-address')

    const bucket = `{method="GET",route="/gateway/global/account/me",status="2xx",le="+Inf"}`
    expect(metricValue(text, `cotation_request_seconds_bucket${bucket}`)).toBe(2)
  })

  it('show the queue, the ledger and the process', async () => {
    const before = await metrics()
    const { db, jobs } = app.deps
    await jobs.enqueue(db, 'dead-letter', {})
    await funded(db, (await aCustomer(app)).id, 500, app.clock.now)
    // Declared too late for a worker of this server.
    await jobs.declare([{ name: 'letters', run: async () => undefined }])
    for (let i = 0; i < 2; i++) await jobs.enqueue(db, 'letters', {})

    const after = await metrics()
    const rise = (name: string) => metricValue(after, name) - metricValue(before, name)
    expect(rise('cotation_jobs_given_up')).toBe(1)
    expect(rise('cotation_ledger_entries_total')).toBeGreaterThanOrEqual(2)
    expect(metricValue(after, 'cotation_jobs_waiting{queue="letters"}')).toBe(2)
    expect(metricValue(after, 'cotation_jobs_oldest_seconds{queue="letters"}')).toBeGreaterThanOrEqual(0)
    expect(metricValue(after, 'cotation_memory_bytes{kind="resident"}')).toBeGreaterThan(10_000_000)
    expect(metricValue(after, 'cotation_disk_free_bytes')).toBeGreaterThan(0)
    expect(metricValue(after, 'cotation_database_up')).toBe(1)
  })

  it('show a changed audit until a verification of the same entries is good, as the list of tasks does', async () => {
    const administrator = await aStaffBrowser(app)
    const broken = async () => {
      const { data } = await administrator.call('GET /global/staff/today', { query: { kind: 'audit-broken' } })
      return [metricValue(await metrics(), 'cotation_audit_broken'), data.tasks.length]
    }
    expect(await broken()).toEqual([0, 0])

    await anAuditBreak(app, 3, true)
    expect(await broken()).toEqual([1, 1])
    await anAuditBreak(app, null)
    expect(await broken()).toEqual([1, 1])
    await anAuditBreak(app, null, true)
    expect(await broken()).toEqual([0, 0])
  })

  it('are still answered if the database cannot be read', async () => {
    await sql`alter table ledger_entry rename to ledger_entry_away`.execute(app.deps.db)
    try {
      const text = await metrics()
      expect(metricValue(text, 'cotation_database_up')).toBe(0)
      expect(metricValue(text, 'cotation_uptime_seconds')).toBeGreaterThan(0)
    } finally {
      await sql`alter table ledger_entry_away rename to ledger_entry`.execute(app.deps.db)
    }
  })

  it('are those that the dashboard and the documentation name', async () => {
    const text = await metrics()
    const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    const series = new Set([...text.matchAll(/^(cotation_\w+)/gm)].map(([, name]) => name))

    const root = join(import.meta.dirname, '../../../../..')
    const dashboard = readFileSync(join(root, 'deploy/grafana/cotation.json'), 'utf8')
    const shown = [...new Set(dashboard.match(/cotation_\w+/g))]
    const isServed = (name: string) => series.has(name) || known.has(name)
    expect(shown.filter((name) => !isServed(name))).toEqual([])
    const plainName = (name: string) => name.replace(/_(bucket|count|sum)$/, '')
    expect(
      [...known].filter((name) => !shown.map(plainName).includes(String(name)) && !shown.includes(String(name))),
    ).toEqual([])

    const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const described = /## Metrics\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? ''
    const named = [...new Set(described.match(/cotation_\w+/g))]
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('have the syntax of the text format', async () => {
    const text = await metrics()
    const line =
      /^(# (HELP|TYPE) cotation_\w+ .+|cotation_\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? (\+Inf|-?\d[\d.e+-]*))$/
    const wrong = text
      .trimEnd()
      .split('\n')
      .filter((candidate) => !line.test(candidate))
    expect(wrong).toEqual([])
    expect(text.endsWith('\n')).toBe(true)
  })
})
