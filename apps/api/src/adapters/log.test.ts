import { expect, it } from 'vitest'
import { collapseRepeats } from './log.ts'

function aLog() {
  const lines: unknown[] = []
  const timers: (() => void)[] = []
  const write = (facts: object, text: string) => void lines.push({ ...facts, text })
  const log = collapseRepeats(
    { debug: write, info: write, warn: write, error: write },
    { after: (_ms, run) => void timers.push(run), windowMs: 10_000 },
  )
  return { log, lines, passWindow: () => void timers.splice(0).map((run) => run()) }
}

it('writes the first of equal lines at once and counts the others (B28)', () => {
  const { log, lines, passWindow } = aLog()
  for (let i = 0; i < 177; i++) log.warn({ reason: 'Error', code: 'ECONNREFUSED' }, 'job queue: database error')
  expect(lines).toEqual([{ reason: 'Error', code: 'ECONNREFUSED', text: 'job queue: database error' }])

  passWindow()
  expect(lines[1]).toMatchObject({ text: 'job queue: database error', repeated: 176 })

  log.warn({ reason: 'Error', code: 'ECONNREFUSED' }, 'job queue: database error')
  expect(lines).toHaveLength(3)
})

it('writes lines about different things, and single ones once', () => {
  const { log, lines, passWindow } = aLog()
  log.warn({ jobId: 1 }, 'job failed')
  log.warn({ jobId: 2 }, 'job failed')
  passWindow()
  expect(lines).toHaveLength(2)
})
