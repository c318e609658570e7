import { type ProcessId, processIds, type RuleLimits } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aHole, aPocket, sized } from './body.fixture.ts'
import type { Finding } from './finding.ts'
import { inspectPart, rulesFor } from './inspect-part.ts'
import type { Configuration } from './inspection-request.ts'
import { allRules, type RuleId } from './rules/all-rules.ts'
import { aMaterial } from './rules/material-limits.fixture.ts'
import { metricAccuracy } from './rules/metric-names.ts'
import { type Rule, type Severity, severities } from './rules/rule.ts'
import { choiceOf, partOf, type Scene, sceneWith } from './scenes.fixture.ts'

const findingsOf = (scene: Scene, process: ProcessId, isMetal = true): Finding[] =>
  inspectPart(partOf(scene), choiceOf(process, isMetal, scene))
const severityOf = (rule: string, scene: Scene, process: ProcessId, isMetal = true): Severity | undefined =>
  findingsOf(scene, process, isMetal).find((finding) => finding.rule === rule)?.severity

const isCount = /openEdges|nonManifold|shells|flatBottom|slanted|Count|setups|quantity/

/** The first value beyond a limit, and values that respect it. */
function valuesAround(rule: Rule, limit: number): { beyond: number; within: number[] } {
  const smallest = Math.max(0.001, 1.01 * limit * (metricAccuracy[rule.metric] ?? 0))
  const step = isCount.test(rule.metric) ? 1 : smallest
  const sign = rule.op === '<' ? -1 : 1
  if (rule.op === '<=') return { beyond: limit, within: [limit + step] }
  return { beyond: limit + sign * step, within: [limit, limit - sign * step] }
}

interface Boundary {
  rule: Rule
  severity: Severity
  process: ProcessId
  limit: number
}

const boundaries: Boundary[] = allRules.flatMap((rule) =>
  severities.flatMap((severity) => {
    const limit = rule[severity]
    if (typeof limit !== 'number' || !sceneWith[rule.metric]) return []
    return rule.processes.map((process) => ({ rule, severity, process, limit }))
  }),
)

describe('every numeric limit', () => {
  it.each(boundaries.map((one) => [one.rule.id, one.process, one.severity, one.rule.op, one.limit, one] as const))(
    'reports %s (%s): %s if the value is %s %d',
    (id, process, severity, _, limit, { rule }) => {
      const scene = (value: number): Scene => sceneWith[rule.metric]?.(value) ?? {}
      const isMetal = rule.families === 'metal'
      const { beyond, within } = valuesAround(rule, limit)
      const found = findingsOf(scene(beyond), process, isMetal).find((finding) => finding.rule === id)

      expect(found).toMatchObject({ severity, limit, metric: rule.metric })
      expect(found?.value).toBeCloseTo(beyond, 9)

      const milder = severities.slice(severities.indexOf(severity) + 1)
      for (const value of within.filter((one) => one >= 0))
        expect([undefined, ...milder]).toContain(severityOf(id, scene(value), process, isMetal))
    },
  )

  it('is tested for 62 rules; the others have their own tests', () => {
    const reached = new Set(boundaries.map(({ rule }) => rule.id))
    const others = allRules.map(({ id }) => id).filter((id) => !reached.has(id))

    expect([reached.size, others]).toEqual([
      62,
      [
        'file-type',
        'unit-suspect',
        'cnc-needs-step',
        'max-size',
        'min-wall-sla',
        'min-wall-mjf',
        'min-wall-sls',
        'min-wall-slm',
        'min-wall-casting',
        'support-trapped',
        'sla-drift',
        'tolerance-vs-size',
        'qty-casting',
        'insert-boss-wall',
        'anodize-qty',
        'hard-anodize-fit',
      ].sort((a, b) => allRules.findIndex(({ id }) => id === a) - allRules.findIndex(({ id }) => id === b)),
    ])
  })
})

describe('walls by the size of the part', () => {
  const rows = allRules.flatMap((rule) =>
    (rule.bySize ?? []).map((row, index) => [rule.id, rule.bySize?.[index - 1]?.[0] ?? 2, ...row, rule] as const),
  )
  it.each(rows)(
    'apply %s to parts over %d and up to %d mm: blocks below %d, warns below %d',
    (id, fromMm, upToMm, blocks, warns, rule) => {
      const process = rule.processes[0] ?? 'sla'
      const wall = (minMm: number, sizeMm: number) =>
        severityOf(id, { body: { ...sized(sizeMm, sizeMm, sizeMm), walls: { minMm } } }, process)
      for (const sizeMm of [upToMm, fromMm + 0.1]) {
        expect(wall(0.994 * blocks, sizeMm)).toBe('blocks')
        expect(wall(0.996 * blocks, sizeMm)).toBe('warns')
        expect(wall(0.994 * warns, sizeMm)).toBe('warns')
        expect(wall(0.996 * warns, sizeMm)).toBeUndefined()
      }
    },
  )

  it('use the last row for anything larger', () => {
    const body = { ...sized(20_000, 20, 20), walls: { minMm: 0.99 } }
    expect(severityOf('min-wall-sla', { body }, 'sla')).toBe('blocks')
  })

  it('warn below the minimum of the material if it is stricter', () => {
    const part = partOf({ body: { walls: { minMm: 1.6 } } })
    const wall = (minWallMm: number) =>
      inspectPart(part, { process: 'mjf', material: aMaterial('mjf', { minWallMm }) }).find(
        ({ rule }) => rule === 'min-wall-mjf',
      )
    expect(wall(1)).toBeUndefined()
    expect(wall(2)).toMatchObject({ severity: 'warns', limit: 2, value: 1.6 })
  })
})

describe('rules without a single numeric limit', () => {
  const cases: [RuleId, ProcessId, Severity | undefined, Scene][] = [
    ['file-type', 'sla', 'blocks', { file: { extension: '.obj' } }],
    ['file-type', 'sla', undefined, { file: { extension: 'STL' } }],
    ['file-type', 'milling', undefined, { file: { extension: '.STP' } }],
    ['cnc-needs-step', 'milling', 'warns', { file: { kind: 'mesh' } }],
    ['cnc-needs-step', 'turning', undefined, {}],
    ['cnc-needs-step', 'sla', undefined, { file: { kind: 'mesh' } }],
    ['unit-suspect', 'sla', 'warns', { body: sized(1.999, 1, 1) }],
    ['unit-suspect', 'sla', undefined, { body: sized(2, 1, 1) }],
    ['unit-suspect', 'milling', undefined, { body: sized(1500, 1, 1) }],
    ['unit-suspect', 'milling', 'warns', { body: sized(1501, 1, 1) }],
    ['max-size', 'sla', 'blocks', { body: sized(781, 10, 10) }],
    ['max-size', 'sla', undefined, { body: sized(530, 780, 780) }],
    ['support-trapped', 'slm', 'warns', { body: { cavities: { supportsTrapped: true } } }],
    ['support-trapped', 'sla', undefined, {}],
    ['sla-drift', 'sla', 'informs', {}],
    ['sla-drift', 'sls', undefined, {}],
    ['qty-casting', 'casting', 'informs', { configuration: { quantity: 4 } }],
    ['qty-casting', 'casting', undefined, { configuration: { quantity: 5 } }],
    ['qty-casting', 'casting', undefined, { configuration: { quantity: 200 } }],
    ['qty-casting', 'casting', 'informs', { configuration: { quantity: 201 } }],
    ['qty-casting', 'casting', undefined, {}],
    ['tolerance-vs-size', 'milling', 'blocks', tolerance(0.008)],
    ['tolerance-vs-size', 'milling', 'warns', tolerance(0.009)],
    ['tolerance-vs-size', 'turning', 'warns', tolerance(0.013)],
    ['tolerance-vs-size', 'turning', undefined, tolerance(0.021)],
    ['insert-boss-wall', 'sla', 'warns', insert(1.599)],
    ['insert-boss-wall', 'milling', undefined, insert(1.6)],
    ['insert-boss-wall', 'turning', undefined, insert(0.1)],
    ['anodize-qty', 'milling', 'blocks', anodized({ quantity: 10 }, 9)],
    ['anodize-qty', 'milling', undefined, anodized({ quantity: 10 }, 10)],
    ['anodize-qty', 'milling', undefined, anodized({}, 10)],
    ['hard-anodize-fit', 'turning', 'informs', anodized({}, 1, 'III', true)],
    ['hard-anodize-fit', 'turning', undefined, anodized({}, 1, 'III', false)],
    ['hard-anodize-fit', 'turning', undefined, anodized({}, 1, 'II', true)],
    ['min-size-am', 'sls', 'warns', { body: sized(9.9, 9, 3) }],
    ['min-size-am', 'sls', undefined, { body: sized(10, 2, 2) }],
    ['min-size-am', 'sls', 'blocks', { body: sized(100, 100, 1.9) }],
  ]
  it.each(cases)('judge by %s (%s): %s', (rule, process, severity, scene) => {
    expect(severityOf(rule, scene, process)).toBe(severity)
  })

  it('compare each insert with its own minimum', () => {
    const inserts = [
      { lengthMm: 4, minBossWallMm: 1.3, holeDepthMm: 30, bossWallMm: 1.3 },
      { lengthMm: 12.7, minBossWallMm: 4.5, holeDepthMm: 30, bossWallMm: 4 },
    ]
    const [found] = findingsOf({ configuration: { inserts } }, 'mjf')
    expect(found).toMatchObject({ rule: 'insert-boss-wall', value: 4, limit: 4.5 })
  })

  it('use different limits for metal and plastic walls', () => {
    const scene = { body: { walls: { minMm: 0.9 } } }
    expect(findingsOf(scene, 'milling', true).map(({ rule }) => rule)).toEqual([])
    expect(findingsOf(scene, 'milling', false).map(({ rule }) => rule)).toEqual(['min-wall-cnc-plastic'])
  })
})

function tolerance(widthMm: number): Scene {
  return {
    configuration: {
      tolerances: [
        { nominalMm: 25, widthMm },
        { nominalMm: 25, widthMm: 1 },
      ],
    },
  }
}

function insert(bossWallMm: number): Scene {
  return { configuration: { inserts: [{ lengthMm: 5.7, minBossWallMm: 1.6, holeDepthMm: 10, bossWallMm }] } }
}

function anodized(line: Configuration, quantity: number, type: 'II' | 'III' = 'II', withFit = false): Scene {
  return { configuration: { ...line, anodizing: { quantity, type, withFit } } }
}

describe('a finding', () => {
  it('is not reported for a good part in any process', () => {
    for (const process of processIds)
      expect(findingsOf({}, process).map(({ rule }) => rule)).toEqual(process === 'sla' ? ['sla-drift'] : [])
  })

  it('is downgraded if the voids are filled', () => {
    const body = { cavities: { enclosed: [{ volumeMm3: 5, at: [1, 2, 3] as const }] } }
    const [open] = findingsOf({ body }, 'slm')

    expect(open).toMatchObject({ rule: 'enclosed-void', severity: 'blocks', value: 1, places: [{ at: [1, 2, 3] }] })
    expect(open?.resolve).toEqual(['add-escape-hole', 'fill-void', 'ask-expert'])

    const [filled] = findingsOf({ body, configuration: { voidsFilled: true } }, 'slm')
    expect(filled).toMatchObject({ severity: 'warns', limit: 0 })
    expect(filled?.resolve).toEqual(['add-escape-hole', 'fill-void', 'accept-risk'])
    expect(findingsOf({ body, configuration: { voidsFilled: true } }, 'casting')[0]?.severity).toBe('blocks')
  })

  it('lists at most 20 locations beyond its limit, worst first', () => {
    const holes = Array.from({ length: 30 }, (_, index) =>
      aHole({ diameterMm: 0.9 - index / 100, depthMm: 1, entry: [index, 0, 0] }),
    )
    const [few] = findingsOf({ body: { features: { holes: [aHole(), ...holes.slice(0, 3)] } } }, 'milling')

    expect(few?.places.map(({ at }) => at[0])).toEqual([2, 1, 0])
    expect(few?.places[0]?.faces).toEqual([3])

    const [many] = findingsOf({ body: { features: { holes } } }, 'milling')
    expect(many?.places.map(({ at }) => at[0])).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index))
  })

  it('contains the size of the part and of the machine if the part is too large', () => {
    const [found] = findingsOf({ body: sized(100, 800, 50) }, 'sla')
    expect(found).toMatchObject({ rule: 'max-size', value: false, sizeMm: [800, 100, 50], limit: [780, 780, 530] })
  })

  it('contains additional days and automatic repairs', () => {
    const findings = findingsOf({ body: { ...sized(300, 200, 100), topology: { openEdges: 3 } } }, 'sla')
    expect(findings.find(({ rule }) => rule === 'large-sla')?.leadDays).toBe(1)
    expect(findings.find(({ rule }) => rule === 'mesh-watertight')).toMatchObject({
      autofix: 'fill-holes',
      unit: 'count',
    })
  })

  it('is not caused by 32-bit rounding', () => {
    const wall = Math.fround(100.8) - 100
    expect(wall).not.toBe(0.8)
    expect(severityOf('min-wall-cnc-metal', { body: { walls: { minMm: wall } } }, 'milling')).toBeUndefined()
  })
})

describe('a thin wall', () => {
  /** A part of 50 × 50 × 50 mm with this much wall (mm²) of 0.3 mm and a surface of 15,000 mm². */
  function thinPart(areaMm2: number): Scene {
    // Measured from both sides, below 0.35 mm and everything above.
    const areaBelowMm2 = Array.from({ length: 60 }, (_, step) => (step < 6 ? 0 : 2 * areaMm2))
    // Half of the patch respects every limit: only the other half counts.
    const region = { valueMm: 0.3, areaMm2: 4 * areaMm2, at: [1, 2, 3] as const, faces: [], areaBelowMm2 }
    return {
      body: {
        ...sized(50, 50, 50),
        mass: { box: { min: [0, 0, 0], max: [50, 50, 50] }, areaMm2: 15_000, volumeMm3: 70_000 },
        walls: { minMm: 0.3, thinRegions: [region], areaBelowMm2 },
      },
    }
  }

  it.each([
    ['informs', 'of half a square millimetre', 0.5, 1.5],
    ['warns', 'of a membrane', 3, 1.5],
    ['warns', 'of a small lid', 400, 1.5],
    ['blocks', 'of a large lid', 500, 0.6],
  ])('%s if it is only that %s', (severity, _, areaMm2, limit) => {
    const found = findingsOf(thinPart(areaMm2), 'mjf').find(({ rule }) => rule === 'min-wall-mjf')

    expect(found).toMatchObject({
      severity,
      limit,
      value: 0.3,
      extent: { areaMm2, sharePct: (200 * areaMm2) / 15_000 },
    })
    expect(found?.places).toMatchObject([{ at: [1, 2, 3], value: 0.3, areaMm2 }])
  })

  it('blocks a small part of which a tenth is too thin', () => {
    const scene = thinPart(50)
    const small = { body: { ...scene.body, mass: { ...scene.body?.mass, areaMm2: 1000 } } }
    expect(severityOf('min-wall-mjf', small, 'mjf')).toBe('blocks')
  })

  it('follows the extents that staff changed', () => {
    const judged = (changed: RuleLimits) =>
      inspectPart(partOf(thinPart(400)), choiceOf('mjf', false), changed).find(({ rule }) => rule === 'min-wall-mjf')

    expect(judged({ 'min-wall-mjf': { blocksFrom: { areaMm2: 300, sharePct: 50 } } })?.severity).toBe('blocks')
    expect(judged({ 'min-wall-mjf': { blocksFrom: null } })?.severity).toBe('blocks')
  })
})

/** A slit of 40 × 20 × 0.1 mm, as designers draw them for slicers. */
const slit = { volumeMm3: 80, at: [0, 0, 0] as const, thicknessMm: 0.1 }

describe('proportions', () => {
  it('do not matter for a hole with enough material to the edge', () => {
    const hole = (diameterMm: number, edgeDistanceMm: number): Scene => ({
      body: { features: { holes: [aHole({ diameterMm, depthMm: diameterMm, edgeDistanceMm })] } },
    })
    const found = (scene: Scene) => findingsOf(scene, 'milling').find(({ rule }) => rule === 'hole-edge-distance')

    expect(found(hole(152.4, 139.7))).toBeUndefined()
    expect(found(hole(152.4, 2.9))).toMatchObject({ severity: 'warns', places: [{ sizeMm: 2.9 }] })
    expect(found(hole(3, 2))).toMatchObject({ severity: 'warns', value: 2 / 3 })
  })

  it('are judged at the places that are small enough, however bad a large one is', () => {
    const holes = [
      aHole({ diameterMm: 100, depthMm: 2500, entry: [1, 0, 0] }),
      aHole({ diameterMm: 2, depthMm: 8, entry: [2, 0, 0] }),
    ]
    const found = findingsOf({ body: { features: { holes } } }, 'mjf').find(({ rule }) => rule === 'hole-depth-am')
    expect(found).toMatchObject({ severity: 'warns', value: 4, places: [{ at: [2, 0, 0], value: 4, sizeMm: 2 }] })
  })

  it.each<[RuleId, ProcessId, Scene]>([
    ['flat-warp', 'mjf', { body: sized(50, 50, 1) }],
    ['slender', 'sls', { body: sized(400, 20, 20) }],
    ['wall-aspect-cnc', 'milling', { body: { walls: { heightToThickness: 12, slimmestWall: slimWall(10) } } }],
    ['wall-uniformity', 'casting', { body: { walls: { minMm: 1, maxMm: 5 } } }],
    ['corner-depth', 'milling', { body: { features: { minInternalRadius: corner(20, 200) } } }],
    ['pocket-depth', 'milling', { body: { features: { pockets: [aPocket({ widthMm: 60, depthMm: 300 })] } } }],
    ['material-removal', 'milling', { body: { ...sized(30, 30, 30), mass: { volumeMm3: 300 } } }],
    ['enclosed-void', 'mjf', { body: { cavities: { enclosed: [slit] } } }],
    ['closed-void-cnc', 'turning', { body: { cavities: { enclosed: [slit] } } }],
  ])('do not matter to %s (%s) at that size', (rule, process, scene) => {
    expect(severityOf(rule, scene, process)).toBeUndefined()
  })

  it('matter again if staff switch the size off', () => {
    const scene = { body: { features: { holes: [aHole({ diameterMm: 152.4, depthMm: 10, edgeDistanceMm: 139.7 })] } } }
    const changed = { 'hole-edge-distance': { enoughMm: null } }
    const found = inspectPart(partOf(scene), choiceOf('milling', true), changed)
    expect(found.map(({ rule }) => rule)).toContain('hole-edge-distance')
  })
})

function slimWall(thicknessMm: number) {
  return { heightMm: 12 * thicknessMm, thicknessMm, at: [0, 0, 0] as const }
}

function corner(radiusMm: number, depthMm: number) {
  return { radiusMm, depthMm, place: { at: [0, 0, 0] as const } }
}

describe('a slender turned part', () => {
  const { turning } = partOf({}).body.features
  const rod = (stretches: { lengthMm: number; diameterMm: number }[]): Scene => ({
    body: { features: { turning: { ...turning, barDiameterMm: 6, barLengthMm: 258, stretches } } },
  })

  it('only informs if it is a bar cut to length', () => {
    const [found, ...others] = findingsOf(rod([]), 'turning')
    expect(found).toMatchObject({ rule: 'slender-bar', severity: 'informs', value: 43 })
    expect(others).toEqual([])
  })

  it('is judged by the stretch that is turned', () => {
    expect(severityOf('slender-turning', rod([{ lengthMm: 20, diameterMm: 5 }]), 'turning')).toBeUndefined()
    expect(severityOf('slender-turning', rod([{ lengthMm: 50, diameterMm: 5 }]), 'turning')).toBe('warns')
    expect(severityOf('slender-turning', rod([{ lengthMm: 258, diameterMm: 5.9 }]), 'turning')).toBe('blocks')
  })
})

describe('limits changed by staff', () => {
  const wall = (minMm: number, changed: RuleLimits, sizeMm = 40) => {
    const scene = { body: { ...sized(sizeMm, sizeMm, sizeMm), walls: { minMm } } }
    const found = inspectPart(partOf(scene), choiceOf('mjf', false), changed)
    return found.find(({ rule }) => rule === 'min-wall-mjf')
  }

  it.each<[string, RuleLimits, number, Severity | undefined]>([
    ['default to the packaged limit', {}, 0.59, 'blocks'],
    ['leave other rules alone', { 'min-wall-sla': { blocks: 9 } }, 0.6, 'warns'],
    ['apply to parts of every size', { 'min-wall-mjf': { blocks: 0.9 } }, 0.89, 'blocks'],
    ['accept a value at the limit', { 'min-wall-mjf': { blocks: 0.9 } }, 0.9, 'warns'],
    ['leave the other severities alone', { 'min-wall-mjf': { blocks: 0.9 } }, 1.49, 'warns'],
    ['switch one severity off with null', { 'min-wall-mjf': { blocks: null } }, 0.01, 'warns'],
    ['switch the rule off with null for all', { 'min-wall-mjf': { blocks: null, warns: null } }, 0.01, undefined],
    ['can add a severity', { 'min-wall-mjf': { informs: 3 } }, 2.9, 'informs'],
    ['are ignored if a number is replaced by a text', { 'min-wall-mjf': { blocks: 'thick' } }, 0.59, 'blocks'],
  ])('%s', (_, changed, minMm, severity) => {
    expect(wall(minMm, changed)?.severity).toBe(severity)
  })

  it('appear in the finding', () => {
    expect(wall(2.4, { 'min-wall-mjf': { warns: 2.5 } }, 150)).toMatchObject({ severity: 'warns', limit: 2.5 })
  })

  it('do not override a stricter minimum of the material', () => {
    const part = partOf({ body: { walls: { minMm: 1.9 } } })
    const choice = { process: 'mjf', material: aMaterial('mjf', { minWallMm: 2 }) } as const
    const [found] = inspectPart(part, choice, { 'min-wall-mjf': { warns: 0.5 } })
    expect(found).toMatchObject({ rule: 'min-wall-mjf', severity: 'warns', limit: 2 })
  })
})

describe('the rules that judge a part', () => {
  const idsFor = (process: ProcessId, isMetal: boolean, changed: RuleLimits = {}) =>
    rulesFor(choiceOf(process, isMetal), changed).map(({ id }) => id)

  it('are those of its process and kind of material', () => {
    expect(idsFor('milling', true)).toContain('min-wall-cnc-metal')
    expect(idsFor('milling', true)).not.toContain('min-wall-cnc-plastic')
    expect(idsFor('milling', true)).not.toContain('min-wall-mjf')
  })

  it('leave out a rule whose limits are all switched off', () => {
    expect(idsFor('mjf', false, { 'min-wall-mjf': { blocks: null } })).toContain('min-wall-mjf')
    expect(idsFor('mjf', false, { 'min-wall-mjf': { blocks: null, warns: null } })).not.toContain('min-wall-mjf')
  })
})

describe('for any facts', () => {
  const any = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0, -0, 1e300, -1e300, 1e-300))
  const whole = fc.oneof(fc.nat(200), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1))
  const metrics = Object.keys(sceneWith) as (keyof typeof sceneWith)[]

  it('findings contain finite values only, and the worst comes first', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...metrics),
        any,
        whole,
        fc.constantFrom(...processIds),
        fc.boolean(),
        (metric, value, count, process, isMetal) => {
          const isList = /flatBottom|slanted|Count|setups/.test(metric)
          const isEdges = /Edges/.test(metric)
          const usableCount = Number.isSafeInteger(count) && count >= 0 ? count : 0
          const scene = sceneWith[metric]?.(isList || isEdges ? usableCount : value) ?? {}
          const findings = findingsOf(scene, process, isMetal)

          for (const finding of findings) {
            expect(finding.value).toSatisfy((value: unknown) => typeof value !== 'number' || Number.isFinite(value))
            expect(finding.places.flatMap(({ at }) => at).every(Number.isFinite)).toBe(true)
            expect((finding.sizeMm ?? []).every(Number.isFinite)).toBe(true)
          }

          const ranks = findings.map(({ severity }) => severities.indexOf(severity))
          expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
        },
      ),
    )
  })

  it('equally severe findings keep the sequence of the rules', () => {
    const scene = {
      body: {
        ...sized(300, 3, 3),
        walls: { minMm: 0.1 },
        cavities: { enclosed: [{ volumeMm3: 1, at: [0, 0, 0] as const }] },
      },
      file: { bodies: 3 },
    }
    const findings = findingsOf(scene, 'sla')

    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      'blocks min-wall-sla',
      'blocks enclosed-void',
      'warns multi-shell',
      'warns flat-warp',
      'warns slender',
      'informs large-sla',
      'informs sla-drift',
    ])
  })
})
