import { defaultConfiguration, type LineFacts } from '@cotation/domain'
import { analysePart, type Finding, type LengthUnit, type PartAnalysis, unwatched } from '@cotation/geometry'
import { binaryStl, box, cylinder, steppedShaft } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { judgeLine, lineStatusAt, partFindings } from './judge-line.ts'
import { partMeasuresOf } from './part-measures.ts'
import { pickOne, randomConfiguration, randomFrom } from './random-line.fixture.ts'

const kernels = nodeKernels()

async function analysed(mesh: Parameters<typeof binaryStl>[0], unit?: LengthUnit): Promise<PartAnalysis> {
  const bytes = binaryStl(mesh)

  async function* chunks() {
    yield bytes
  }

  const request = { totalBytes: bytes.length, unit, meshes: [], kernels, watch: unwatched }
  const verdict = await analysePart(chunks(), request)
  if (!verdict.ok) throw new Error(verdict.refusal.code)

  return verdict.value
}

/** A block, a thin sheet, a flat plate, a thin pin, a box too large for any machine, a shaft. */
const analyses = await Promise.all([
  analysed(box([40, 30, 20])),
  analysed(box([60, 40, 0.9])),
  analysed(box([140, 80, 2.5])),
  analysed(cylinder(0.3, 30, 24)),
  analysed(box([4000, 3000, 2500])),
  analysed(steppedShaft()),
])

/** The value after storing it as JSON, as the server does. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value))

const storedCatalogue = stored(catalogue)

function inspected(analysis: PartAnalysis, fileName = 'part.stl') {
  const [body] = analysis.bodies
  if (!body) throw new Error('no body')
  return { measures: partMeasuresOf(body), analysis, body, fileName }
}

const [block, sheet] = analyses.map((analysis) => inspected(analysis)) as [
  ReturnType<typeof inspected>,
  ReturnType<typeof inspected>,
]
const resin = (part: typeof block) => defaultConfiguration(part.measures, 'sla-9600-white', catalogue, 10)
const unjudged = { acceptances: [], expert: undefined, measured: undefined, catalogue }
const done = { isOrdered: false, file: 'done', isJudged: true, priceExpired: false } as const

describe('the verdict on a line', () => {
  it('is the same from stored facts on the server as from the analysis in a browser', () => {
    const experts: LineFacts['expert'][] = [undefined, 'asked', 'answered', 'declined']
    const files = ['done', 'expired', 'failed', 'analysing'] as const

    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 }), (seed) => {
        const random = randomFrom(seed)
        const part = inspected(pickOne(random, analyses))
        const configuration = randomConfiguration(random, part.measures, catalogue)
        const findings = partFindings(part, configuration, catalogue)
        const acceptances = findings.filter(() => random() < 0.5).map((finding) => ({ finding, by: 'Ada' }))
        const expert = pickOne(random, experts)

        const measured = part.analysis

        const browser = judgeLine({ part, measured, configuration, acceptances, expert, catalogue })
        // The server stored the part when it read the file; the browser sent the configuration.
        const server = judgeLine({
          ...stored({ part, measured, configuration, acceptances, expert }),
          catalogue: storedCatalogue,
        })
        const known = judgeLine({
          part: { measures: part.measures, findings: stored(findings) },
          measured,
          configuration,
          acceptances,
          expert,
          catalogue,
        })

        expect(stored(server)).toEqual(stored(browser))
        expect(stored(known)).toEqual(stored(browser))

        const moment = {
          isOrdered: false,
          file: pickOne(random, files),
          isJudged: random() < 0.8,
          priceExpired: random() < 0.2,
        }
        expect(lineStatusAt(stored(server.standing), moment)).toBe(lineStatusAt(browser.standing, moment))
      }),
    )
  })

  it('prices a part without findings, and calls it ready', () => {
    const judgement = judgeLine({ part: block, configuration: resin(block), ...unjudged })
    expect(judgement).toMatchObject({ faults: [], price: { quantity: 10 }, standing: { openWarnings: 0, blocking: 0 } })
    expect(lineStatusAt(judgement.standing, done)).toBe('ready')
  })

  it('leaves a warning open until exactly that risk is accepted', () => {
    const configuration = resin(sheet)
    const findings = partFindings(sheet, configuration, catalogue)
    const warnings = findings.filter(({ severity }) => severity === 'warns')
    const openAfter = (accepted: readonly Finding[]) =>
      judgeLine({
        part: sheet,
        configuration,
        ...unjudged,
        acceptances: accepted.map((finding) => ({ finding })),
      }).standing.openWarnings

    expect(warnings.length).toBeGreaterThan(0)
    expect(openAfter([])).toBe(warnings.length)
    expect(openAfter(warnings)).toBe(0)
    expect(openAfter(warnings.map((finding) => ({ ...finding, limit: 99 })))).toBe(warnings.length)
  })

  it('ignores accepted risks that only the configuration claims', () => {
    const plain = resin(sheet)
    const ruleIds = partFindings(sheet, plain, catalogue).map(({ rule }) => rule)
    const claimed = { ...plain, services: [{ id: 'risk-acceptance', option: 'accept', ruleIds } as const] }
    expect(judgeLine({ part: sheet, configuration: claimed, ...unjudged })).toEqual(
      judgeLine({ part: sheet, configuration: plain, ...unjudged }),
    )
  })

  it('shows the price while an order still needs a file', () => {
    const printed = { id: 'silkscreen', option: 'silkscreen', colours: ['RAL 9005'], zones: 1, position: '' } as const
    const option = catalogue.services.find(({ id }) => id === 'silkscreen')?.options[0]?.id ?? ''
    const configuration = { ...resin(block), services: [{ ...printed, option }] }
    const judgement = judgeLine({ part: block, configuration, ...unjudged })
    expect(judgement.price).not.toBeNull()
    expect(judgement.faults.map(({ code }) => code)).toEqual(['FILE_MISSING', 'TEXT_MISSING'])
    expect(lineStatusAt(judgement.standing, done)).toBe('configuring')
  })

  it('sends a part that fits no material to an expert', () => {
    const judgement = judgeLine({ part: block, configuration: null, ...unjudged })
    expect(judgement).toMatchObject({ findings: [], faults: [], price: null })
    expect(lineStatusAt(judgement.standing, done)).toBe('needs-decision')
  })

  it('sends a body that could not be measured to an expert, however it was configured', () => {
    for (const configuration of [null, defaultConfiguration(block.measures, 'al-6061-t6', catalogue, 1)]) {
      const judgement = judgeLine({ part: undefined, isUnmeasurable: true, configuration, ...unjudged })
      expect(judgement).toMatchObject({ findings: [], faults: [], price: null })
      expect(lineStatusAt(judgement.standing, done)).toBe('needs-decision')
    }
  })

  it('counts a file that was read and not judged as being analysed', () => {
    expect(lineStatusAt(undefined, { ...done, isJudged: false })).toBe('analysing')
    expect(lineStatusAt(undefined, { ...done, file: 'failed', isJudged: false })).toBe('needs-decision')
  })
})

describe('a file whose unit is in doubt', () => {
  const inMetres = box([0.14, 0.09, 0.05])
  const judged = async (unit?: LengthUnit) => {
    const part = inspected(await analysed(inMetres, unit))
    return judgeLine({ part, configuration: resin(part), ...unjudged, measured: part.analysis })
  }

  it('has no price and no findings until the customer has chosen its unit', async () => {
    const judgement = await judged()
    const [fault] = judgement.faults

    expect(judgement).toMatchObject({ findings: [], price: null })
    expect(fault).toMatchObject({ code: 'UNIT_UNKNOWN', field: 'unit' })
    expect(fault?.detail.largestMm).toBeCloseTo(0.14, 6)
    expect(lineStatusAt(judgement.standing, done)).toBe('configuring')
  })

  it('is priced in the chosen unit, and never doubted again', async () => {
    const metres = await judged('m')
    const millimetres = await judged('mm')

    expect(metres).toMatchObject({ faults: [], price: { quantity: 10 } })
    expect(millimetres.price).not.toBeNull()
    expect(millimetres.findings.map(({ finding }) => finding.rule)).not.toContain('unit-suspect')
    expect(metres.price?.linePrice.minor).toBeGreaterThan(10 * (millimetres.price?.linePrice.minor ?? 0))
  })

  it('is asked about before a part is sent to an expert because it fits no material', () => {
    const [, , , , hall] = analyses.map((analysis) => inspected(analysis))
    const judgement = judgeLine({ part: hall, configuration: null, ...unjudged, measured: hall?.analysis })
    expect(judgement.faults.map(({ code }) => code)).toEqual(['UNIT_UNKNOWN'])
  })
})
