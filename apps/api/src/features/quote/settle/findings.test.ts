import type { LineView } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import {
  aProject,
  aQuotedProject,
  configurationOf,
  configure,
  finishAnalysis,
  type PartName,
  replaceFile,
  someLines,
} from '#test/quote/quotes.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { settleAnalysedFile } from './settle-lines.service.ts'

const app = useSharedApp()

const rulesOf = ({ findings }: LineView, severity: string) =>
  findings.filter(({ finding }) => finding.severity === severity).map(({ finding }) => finding.rule)

async function decide(
  browser: Browser,
  call: 'accept' | 'withdraw',
  projectId: string,
  lineId: string,
  ruleIds: string[],
) {
  const key = `POST /global/project/{projectId}/line/{lineId}/${call}` as const
  return browser.call(key, { params: { projectId, lineId }, body: { ruleIds } })
}

/** A plate so flat that it may warp. */
async function aWarnedLine(browser: Browser) {
  const { id: projectId } = await aProject(browser)
  const [line] = await someLines(app, browser, projectId, 'plate')
  if (!line) throw new Error('no line')
  expect(line.status).toBe('needs-decision')
  return { projectId, line, rules: rulesOf(line, 'warns') }
}

describe('the risk of a finding', () => {
  it('is accepted one by one with person, time and values, and then the line is ready', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const { projectId, line, rules } = await aWarnedLine(browser)
    expect(rules).toEqual(['flat-warp'])
    const { data } = await decide(browser, 'accept', projectId, line.id, rules)
    expect(data.lines[0]).toMatchObject({ status: 'ready', price: { linePrice: line.price?.linePrice } })
    expect(data.lines[0]?.findings.find(({ finding }) => finding.rule === 'flat-warp')?.accepted).toEqual({
      at: app.clock.now.toISOString(),
      by: customer.email,
    })
    expect(data.lines[0]?.configuration?.services).toContainEqual({
      id: 'risk-acceptance',
      option: 'accept',
      ruleIds: rules,
    })
    const record = await rowOf(app, 'finding_acceptance', { line_id: line.id })
    expect(record).toMatchObject({
      rule: 'flat-warp',
      customer_id: customer.id,
      finding: { value: 44 },
      wording: 'Pièce grande et plate (rapport 44)\u00a0: voilage probable.',
    })

    app.clock.advance(60)
    const again = await decide(browser, 'accept', projectId, line.id, rules)
    expect(again.data.lines[0]?.findings).toEqual(data.lines[0]?.findings)
    const back = await decide(browser, 'withdraw', projectId, line.id, rules)
    expect(back.data.lines[0]).toMatchObject({ status: 'needs-decision', configuration: configurationOf(line) })
    const records = await rowsOf(app, 'finding_acceptance', { line_id: line.id })
    expect(records).toMatchObject([{ withdrawn_at: app.clock.now }])
  })

  it('is accepted by a visitor as "visitor"', async () => {
    const browser = await aVisitor(app)
    const { projectId, line, rules } = await aWarnedLine(browser)
    const { data } = await decide(browser, 'accept', projectId, line.id, rules)
    expect(data.lines[0]?.findings.find(({ accepted }) => accepted)?.accepted?.by).toBe('visitor')
  })

  it('is not accepted by what a client writes into the configuration', async () => {
    const browser = await aVisitor(app)
    const { projectId, line, rules } = await aWarnedLine(browser)
    const services = [{ id: 'risk-acceptance', option: 'accept', ruleIds: rules } as const]
    const changed = await configure(browser, projectId, line, { services })
    expect(changed.status).toBe('needs-decision')
    expect(changed.configuration?.services).toEqual([])
  })

  it('cannot be accepted if the server found none, or if it blocks or only informs', async () => {
    const browser = await aVisitor(app)
    const { projectId, line } = await aQuotedProject(app, browser, 'sheet')
    const [blocking] = rulesOf(line, 'blocks')
    const [informing] = rulesOf(line, 'informs')
    const warning = rulesOf(line, 'warns')

    expect([blocking, informing, warning.length]).toEqual([expect.any(String), expect.any(String), 2])

    for (const rule of ['multi-shell', 'nonsense', blocking ?? '', informing ?? '']) {
      const { error } = await decide(browser, 'accept', projectId, line.id, [...warning, rule])
      expect(error.code).toBe('FINDING_NOT_ACCEPTABLE')
    }

    const none = await rowsOf(app, 'finding_acceptance', { line_id: line.id })

    expect(none).toEqual([])

    const { data } = await decide(browser, 'accept', projectId, line.id, warning)
    // Blocking findings remain after the warnings are accepted.
    expect(data.lines[0]?.status).toBe('needs-decision')
  })

  it('must be accepted again when the value of the finding changes', async () => {
    const browser = await aVisitor(app)
    const { projectId, line } = await aQuotedProject(app, browser, 'sheet')
    const accepted = ({ findings }: LineView) =>
      findings.flatMap((one) => (one.accepted ? [`${one.finding.rule} ${one.finding.limit}`] : []))
    const walls = rulesOf(line, 'warns')
    const { data } = await decide(browser, 'accept', projectId, line.id, walls)
    const [before] = data.lines
    if (!before) throw new Error('no line')

    expect(accepted(before)).toHaveLength(walls.length)

    const nylon = await configure(browser, projectId, before, {
      materialId: 'mjf-pa12',
      process: 'mjf',
      colourId: 'grey',
      toleranceId: 'mjf-std',
    })
    for (const kept of accepted(nylon)) expect(accepted(before)).toContain(kept)

    expect(accepted(nylon).length).toBeLessThan(walls.length)
    // The acceptance applies again after the change is reverted.
    expect(accepted(await configure(browser, projectId, nylon, configurationOf(line)))).toEqual(accepted(before))
  })

  it('must be accepted again when a revised file changes the finding', async () => {
    const browser = await aVisitor(app)
    const { projectId, line } = await aQuotedProject(app, browser, 'plate')
    const rules = rulesOf(line, 'warns')

    expect(rules).toEqual(['flat-warp'])

    const { data } = await decide(browser, 'accept', projectId, line.id, rules)
    expect(data.lines[0]?.status).toBe('ready')

    const revise = async (part: PartName) => {
      const replaced = await replaceFile(browser, projectId, line.id)
      const uploadId = replaced.data.lines[0]?.upload.id ?? ''
      await finishAnalysis(app, uploadId, part)
      await settleAnalysedFile(app.deps, uploadId)

      const { data: seen } = await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })
      return seen.project?.lines[0]
    }
    const revised = await revise('longerPlate')

    expect(revised).toMatchObject({ status: 'needs-decision', configuration: configurationOf(line) })
    expect((await revise('plate'))?.status).toBe('ready')

    await revise('longerPlate')

    const again = await decide(browser, 'accept', projectId, line.id, rules)
    expect(again.data.lines[0]?.status).toBe('ready')

    // The second acceptance replaces the first, whose record stays.
    const records = await rowsOf(app, 'finding_acceptance', { line_id: line.id })

    expect(records.map(({ withdrawn_at }) => withdrawn_at === null).sort()).toEqual([false, true])
  })

  it('must be accepted again on a copy of the line', async () => {
    const browser = await aVisitor(app)
    const { projectId, line, rules } = await aWarnedLine(browser)
    await decide(browser, 'accept', projectId, line.id, rules)

    const { data } = await browser.call('POST /global/project/{projectId}/duplicate', {
      params: { projectId },
      body: { name: 'Copie' },
    })

    expect(data.lines[0]).toMatchObject({ status: 'needs-decision' })
  })
})
