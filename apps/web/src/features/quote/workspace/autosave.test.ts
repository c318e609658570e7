import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { Autosave } from './autosave.ts'
import type { LineEdit } from './work-line.ts'

const failure = (status: number, code: ApiError['code'] = status === 0 ? 'NETWORK' : 'UNEXPECTED') =>
  new ApiError({ code, status, message: '' })

/** An autosave whose server responds as the test says. */
function saving(answer: (changes: readonly LineEdit[]) => Promise<void> = async () => {}, stored?: string) {
  const kept = new Map<string, string>(stored ? [['key', stored]] : [])
  const storage: KeyValueStorage = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  }

  const sent: (readonly LineEdit[])[] = []
  const send = vi.fn(async (changes: readonly LineEdit[], _options: { keepalive: boolean }) => {
    sent.push(changes)
    await answer(changes)
  })

  const gone = vi.fn()
  const autosave = new Autosave({ send, onLineGone: gone, onChange: () => {}, storage, storageKey: 'key' })
  return { autosave, sent, send, gone, stored: () => kept.get('key') }
}

const name = (lineId: string, value: string): LineEdit => ({ lineId, name: value })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('whenSaved', () => {
  it('sends pending edits at once, and waits for edits that arrive during the request', async () => {
    const answers: (() => void)[] = []
    const { autosave, sent } = saving(() => new Promise((resolve) => answers.push(resolve)))
    const done = vi.fn()

    autosave.add([name('a', 'first')])
    void autosave.whenSaved().then(done)

    expect(sent).toHaveLength(1)

    autosave.add([name('a', 'second')])
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(0)

    expect([sent.length, done.mock.calls.length]).toEqual([2, 0])

    answers[1]?.()
    await vi.advanceTimersByTimeAsync(0)

    expect([autosave.state, done.mock.calls.length]).toEqual(['saved', 1])
  })

  it('resolves when the server is unreachable', async () => {
    const { autosave } = saving(() => Promise.reject(failure(0)))
    autosave.add([name('a', 'x')])
    await autosave.whenSaved()
    expect(autosave.state).toBe('failed')
  })

  it('sends nothing when everything is saved', async () => {
    const { autosave, sent } = saving()
    await autosave.whenSaved()
    expect(sent).toEqual([])
  })
})

describe('autosave', () => {
  it('waits for a pause, then sends one edit per line', async () => {
    const { autosave, sent } = saving()
    autosave.add([name('a', 'x'), { lineId: 'b', comment: 'c' }])
    await vi.advanceTimersByTimeAsync(300)
    autosave.add([{ lineId: 'a', comment: 'y' }])
    await vi.advanceTimersByTimeAsync(399)

    expect([sent, autosave.state]).toEqual([[], 'saving'])

    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([
      [
        { lineId: 'a', name: 'x', comment: 'y' },
        { lineId: 'b', comment: 'c' },
      ],
    ])
    expect([autosave.state, autosave.pendingEdit('a')]).toEqual(['saved', undefined])
  })

  it('runs one request at a time, and keeps edits that were typed during it', async () => {
    const answers: (() => void)[] = []
    const { autosave, sent } = saving(() => new Promise((resolve) => answers.push(resolve)))
    autosave.add([name('a', 'first')])
    await vi.advanceTimersByTimeAsync(400)
    autosave.add([name('a', 'second')])
    await vi.advanceTimersByTimeAsync(10_000)

    expect(sent).toHaveLength(1)

    answers[0]?.()
    await vi.advanceTimersByTimeAsync(0)

    expect(autosave.pendingEdit('a')).toEqual(name('a', 'second'))

    await vi.advanceTimersByTimeAsync(400)
    expect(sent[1]).toEqual([name('a', 'second')])
  })

  it('sends at most 200 edits per request', async () => {
    const { autosave, sent } = saving()
    autosave.add(Array.from({ length: 230 }, (_, at) => name(String(at), 'x')))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.map(({ length }) => length)).toEqual([200, 30])
  })
})

describe('an autosave without connection', () => {
  it('keeps the edits, reports the failure, and retries with growing delays', async () => {
    let isDown = true
    const { autosave, sent, stored } = saving(async () => {
      if (isDown) throw failure(0)
    })
    autosave.add([name('a', 'x')])
    await vi.advanceTimersByTimeAsync(400)

    expect([autosave.state, autosave.pendingEdit('a')]).toEqual(['failed', name('a', 'x')])
    expect(JSON.parse(stored() ?? '[]')).toEqual([name('a', 'x')])

    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)

    await vi.advanceTimersByTimeAsync(3999)
    expect(sent).toHaveLength(2)

    isDown = false
    await vi.advanceTimersByTimeAsync(1)

    expect([autosave.state, stored()]).toEqual(['saved', undefined])
  })

  it('prefers newer edits to those that failed to save', async () => {
    const { autosave, sent } = saving(async () => {
      if (sent.length === 1) throw failure(0)
    })
    autosave.add([{ lineId: 'a', name: 'old', comment: 'kept' }])
    await vi.advanceTimersByTimeAsync(400)
    autosave.add([name('a', 'new')])
    autosave.retry()
    await vi.advanceTimersByTimeAsync(400)

    expect(sent[1]).toEqual([{ lineId: 'a', name: 'new', comment: 'kept' }])
  })

  it('waits for a login after the session has ended', async () => {
    const { autosave, sent } = saving(async () => {
      if (sent.length === 1) throw failure(401)
    })
    autosave.add([name('a', 'x')])
    await vi.advanceTimersByTimeAsync(600_000)

    expect([sent.length, autosave.state]).toEqual([1, 'failed'])

    autosave.retry()
    await vi.advanceTimersByTimeAsync(0)

    expect([sent.length, autosave.state]).toEqual([2, 'saved'])
  })
})

describe('an edit that the server refuses', () => {
  const refusing = (status: number, code?: ApiError['code']) =>
    saving(async (changes) => {
      if (changes.some((edit) => edit.name === 'bad')) throw failure(status, code)
    })

  it('does not prevent the other edits from being saved, and stays until it changes', async () => {
    const { autosave, sent } = refusing(422)
    autosave.add([...'abcdefg'].map((id) => name(id, id === 'e' ? 'bad' : 'good')))
    await vi.advanceTimersByTimeAsync(400)

    const saved = sent.filter((changes) => !changes.some((edit) => edit.name === 'bad')).flat()
    expect(saved.map(({ lineId }) => lineId).sort()).toEqual(['a', 'b', 'c', 'd', 'f', 'g'])
    expect([autosave.state, autosave.pendingEdit('e'), autosave.pendingEdit('a')]).toEqual([
      'failed',
      name('e', 'bad'),
      undefined,
    ])

    const tries = sent.length
    await vi.advanceTimersByTimeAsync(600_000)

    expect(sent).toHaveLength(tries)

    autosave.add([name('e', 'better')])
    await vi.advanceTimersByTimeAsync(400)

    expect([autosave.state, sent.at(-1)]).toEqual(['saved', [name('e', 'better')]])
  })

  it.each([
    ['removed', 404, 'NOT_FOUND'],
    ['ordered', 409, 'LINE_ORDERED'],
  ] as const)('is dropped when its line was %s in another tab', async (_event, status, code) => {
    const { autosave, gone } = refusing(status, code)
    autosave.add([name('a', 'good'), name('b', 'bad')])
    await vi.advanceTimersByTimeAsync(400)
    expect([autosave.state, autosave.pendingEdit('b'), gone.mock.calls]).toEqual(['saved', undefined, [['b']]])
  })
})

describe('closing the page', () => {
  it('sends pending edits with a keepalive request', async () => {
    const { autosave, send } = saving()
    autosave.add([name('a', 'x')])
    autosave.flush()
    expect(send).toHaveBeenCalledWith([name('a', 'x')], { keepalive: true })
  })

  it('leaves edits that are too large for a keepalive request in storage', async () => {
    const { autosave, send, stored } = saving()
    autosave.add([{ lineId: 'a', comment: 'x'.repeat(70_000) }])
    autosave.flush()
    expect(send).not.toHaveBeenCalled()
    expect(stored()).toContain('xxx')
  })

  it('lets the next page restore the edits from storage and save them', async () => {
    const { autosave, sent } = saving(undefined, JSON.stringify([name('a', 'x')]))
    expect([autosave.pendingEdit('a'), autosave.state]).toEqual([name('a', 'x'), 'saving'])
    await vi.advanceTimersByTimeAsync(0)
    expect([sent, autosave.state]).toEqual([[[name('a', 'x')]], 'saved'])
  })

  it.each(['{', '"x"', '[3]'])('ignores %s in storage', (stored) => {
    expect(saving(undefined, stored).autosave.state).toBe('saved')
  })
})
