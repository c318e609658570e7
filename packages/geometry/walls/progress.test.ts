import { describe, expect, it } from 'vitest'
import type { TopologyFacts } from '../model/facts.ts'
import { type Stage, unwatched, type Watch } from '../model/watch.ts'
import { box, insideOut, merge } from '../solids.ts'
import { cavitiesOf } from './cavities.ts'
import { overhangOf } from './overhang.ts'
import { createRayScene } from './ray-scene.ts'
import { voxelGridOf } from './voxel-grid.ts'

const noShells = { shells: [] as TopologyFacts['shells'] } as TopologyFacts

/** What is reported during some work: the stages, and the shares that are done. */
function reportedBy(work: (watch: Watch) => void): { stages: Set<Stage>; shares: number[] } {
  const stages = new Set<Stage>()
  const shares: number[] = []
  work({
    mustStop: () => undefined,
    progress(stage, done) {
      stages.add(stage)
      shares.push(done)
    },
  })

  return { stages, shares }
}

describe('progress of small parts', () => {
  const block = createRayScene(box([10, 20, 30]), unwatched)
  const hollow = createRayScene(merge(box([20, 20, 20]), insideOut(box([16, 16, 16], [2, 2, 2]))), unwatched)

  it('is reported once for each axis of a grid', () => {
    const { stages, shares } = reportedBy((watch) => voxelGridOf(block, 20, watch))
    expect([...stages]).toEqual(['walls'])
    expect(shares).toEqual([0.86, 0.86, 0.86])
  })

  it('is reported for every 256 samples that see nothing in front of them', () => {
    const { stages, shares } = reportedBy((watch) => cavitiesOf(block, noShells, watch))
    expect([...stages]).toEqual(['walls'])
    expect(shares).toEqual(Array(Math.ceil(block.samples.count / 256)).fill(0.85))
  })

  it('rises from the grid of a hollow part to its flood', () => {
    const { stages, shares } = reportedBy((watch) => cavitiesOf(hollow, noShells, watch))
    expect([...stages]).toEqual(['walls'])
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect([...new Set(shares)]).toEqual([0.85, 0.86, 0.88, 0.89, 0.9])
    expect(shares.length).toBeLessThan(40)
  })

  it('is reported once for the overhang of a block', () => {
    const faces = new Uint32Array(12)
    expect(reportedBy((watch) => overhangOf(block, faces, watch)).shares).toEqual([0.82])
  })
})
