import { expect, it } from 'vitest'
import { OwnerQueue } from './owner-queue.ts'

const limits = { maxRunning: 2, maxWaiting: 3, maxWaitingPerOwner: 2 }

/** Tasks that end when the test says so, in the sequence in which they started. */
function aQueue(traits: Partial<typeof limits> = {}) {
  const queue = new OwnerQueue({ ...limits, ...traits })
  const started: string[] = []
  const ends = new Map<string, () => void>()

  const run = (owner: string, name: string) =>
    queue.run(owner, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const end = async (name: string, task: Promise<string>) => {
    ends.get(name)?.()
    await task
  }
  return { queue, started, run, end }
}

it('runs one task of an owner at a time and lets others overtake', async () => {
  const { started, run, end } = aQueue()
  const first = run('anna', 'anna 1')
  const second = run('anna', 'anna 2')
  const other = run('ben', 'ben 1')
  expect(started).toEqual(['anna 1', 'ben 1'])

  await end('ben 1', other)
  expect(started).toEqual(['anna 1', 'ben 1'])

  await end('anna 1', first)
  expect(started).toEqual(['anna 1', 'ben 1', 'anna 2'])
  await end('anna 2', second)
})

it('lets owners take turns', async () => {
  const { started, run, end } = aQueue({ maxRunning: 1 })
  const first = run('anna', 'anna 1')
  const second = run('anna', 'anna 2')
  const third = run('anna', 'anna 3')
  const other = run('ben', 'ben 1')

  await end('anna 1', first)
  await end('ben 1', other)
  await end('anna 2', second)
  await end('anna 3', third)
  expect(started).toEqual(['anna 1', 'ben 1', 'anna 2', 'anna 3'])
})

it('answers BUSY when an owner or all owners together have too many waiting tasks', async () => {
  const { run, end } = aQueue()
  const anna = run('anna', 'anna 1')
  const waitingOfAnna = [run('anna', 'anna 2'), run('anna', 'anna 3')]
  await expect(run('anna', 'anna 4')).rejects.toMatchObject({ code: 'BUSY' })

  const ben = run('ben', 'ben 1')
  const cleo = run('cleo', 'cleo 1')
  await expect(run('dora', 'dora 1')).rejects.toMatchObject({ code: 'BUSY' })

  await end('anna 1', anna)
  await end('ben 1', ben)
  await end('cleo 1', cleo)
  await end('anna 2', waitingOfAnna[0] ?? anna)
  await end('anna 3', waitingOfAnna[1] ?? anna)
})

it('goes on after a task that failed', async () => {
  const { queue } = aQueue()
  const failing = queue.run('anna', () => Promise.reject(new Error('no ink')))
  const next = queue.run('anna', async () => 'drawn')

  await expect(failing).rejects.toThrow('no ink')
  expect(await next).toBe('drawn')
})

it('refuses waiting and later tasks once it is closed', async () => {
  const { queue, run, end } = aQueue()
  const running = run('anna', 'anna 1')
  const waiting = run('anna', 'anna 2')

  queue.close()
  await expect(waiting).rejects.toMatchObject({ code: 'BUSY' })
  await expect(run('ben', 'ben 1')).rejects.toMatchObject({ code: 'BUSY' })
  await end('anna 1', running)
})
