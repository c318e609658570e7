import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createPacking } from './packing.ts'

/** The niceness of each thread of this process: the 19th value of its `stat`, the 17th after its name. */
async function threadNiceness(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, 'utf8')))
  return stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
}

const isUnusual = process.platform !== 'linux' || getPriority() >= 10

describe('the thread that packs meshes', () => {
  it.skipIf(isUnusual)('has a lower priority than the one that answers web requests', async () => {
    const packed = await createPacking().pack({ display: undefined, thumbnail: undefined })
    expect(packed).toEqual({ mesh: null, svg: null })

    expect(await threadNiceness()).toContain(10)
  })
})
