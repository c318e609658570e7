import type { ProcessId } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { inspectPart } from '../inspect/inspect-part.ts'
import { choiceOf } from '../inspect/scenes.fixture.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { box, cylinder, insideOut, lathe, merge, moved, plateWithHoles, polygon, prism, sphere } from '../solids.ts'
import { onlyBody } from './analysis.fixture.ts'

/** Parts on which a good shop has an opinion. */
const parts = {
  /** A block with a membrane of 2 × 1.5 mm, 0.3 mm thin, and one with a skin of 50 × 30 mm. */
  membrane: merge(box([60, 40, 30]), insideOut(box([2, 1.5, 10], [20, 15, 19.7]))),
  skin: merge(box([60, 40, 30]), insideOut(box([50, 30, 10], [5, 5, 19.7]))),
  /** A wedge that ends in an edge of 0.04 mm. */
  featherEdge: prism(polygon('0,0 30,0 30,8 0,0.04'), 40),
  flange: plateWithHoles({ columns: 1, rows: 1, pitch: 292.1, thickness: 20 }, polygon('76.2,0 76.2,20')),
  hollowCylinder: merge(cylinder(15, 40), insideOut(moved(sphere(10), [0, 0, 20]))),
  hollowBall: merge(sphere(20), insideOut(sphere(15))),
  bottle: lathe(polygon('2,0 15,0 15,40 0,40 0,36 12,36 12,4 2,4')),
  groundRod: cylinder(3, 258),
  tSlot: prism(polygon('0,0 30,0 30,20 18,20 18,15 22,15 22,10 8,10 8,15 12,15 12,20 0,20'), 60),
} satisfies Record<string, TriangleMesh>

async function verdicts(part: keyof typeof parts, process: ProcessId): Promise<string[]> {
  const body = await onlyBody(parts[part])
  const found = inspectPart({ body, file: { kind: 'brep', extension: '.step', bodies: 1 } }, choiceOf(process, true))
  return found.map(({ rule, severity }) => `${severity} ${rule}`)
}

describe('a shop', () => {
  it('warns of a small membrane and refuses a skin', async () => {
    expect(await verdicts('membrane', 'mjf')).toContain('warns min-wall-mjf')
    expect(await verdicts('skin', 'mjf')).toContain('blocks min-wall-mjf')
  })

  it('mills a feather edge, with a warning at most', async () => {
    const found = await verdicts('featherEdge', 'milling')
    expect(found.filter((verdict) => verdict.startsWith('blocks'))).toEqual([])
  })

  it('has no doubt about a large bore with much material around it', async () => {
    expect(await verdicts('flange', 'milling')).not.toContain('warns hole-edge-distance')
  })

  it('turns nothing that is closed, or wider inside than its mouth', async () => {
    expect(await verdicts('hollowCylinder', 'turning')).toContain('blocks closed-void-cnc')
    expect(await verdicts('hollowBall', 'turning')).toContain('blocks closed-void-cnc')
    expect(await verdicts('bottle', 'turning')).toContain('blocks undercut-turning')
  })

  it('cuts a ground rod to length, however slender it is', async () => {
    expect(await verdicts('groundRod', 'turning')).toEqual(['informs slender-bar'])
  })

  it('names the cutter that a T-slot needs', async () => {
    expect(await verdicts('tSlot', 'milling')).toContain('informs undercut-slot')
  })
})
