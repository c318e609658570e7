import { describe, expect, it } from 'vitest'
import type { KeyValueStorage } from './browser-storage.ts'
import { createFormDrafts } from './form-drafts.ts'

const dayMs = 86_400_000

function aStorage(): KeyValueStorage & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    get: (key) => values.get(key) ?? null,
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  }
}

describe('the drafts of forms', () => {
  it('return each form of a customer as it was last saved', () => {
    const drafts = createFormDrafts(aStorage(), () => 0)
    drafts.save('ada', 'checkout:1', 'first')
    drafts.save('ada', 'checkout:2', 'other project')
    drafts.save('ada', 'checkout:1', 'second')
    expect([drafts.find('ada', 'checkout:1'), drafts.find('ada', 'checkout:2')]).toEqual(['second', 'other project'])
  })

  it('hide a draft from another customer, whose own draft removes it from the browser', () => {
    const storage = aStorage()
    const drafts = createFormDrafts(storage, () => 0)
    drafts.save('ada', 'checkout:1', 'secret of Ada')
    expect(drafts.find('grace', 'checkout:1')).toBeUndefined()

    drafts.save('grace', 'checkout:1', 'of Grace')
    expect([...storage.values.values()].join()).not.toContain('secret of Ada')
  })

  it('forget a draft after a week, also if the clock was set back', () => {
    let now = 100 * dayMs
    const drafts = createFormDrafts(aStorage(), () => now)
    drafts.save('ada', 'checkout:1', 'typed')

    now += 6 * dayMs
    expect(drafts.find('ada', 'checkout:1')).toBe('typed')
    now += dayMs
    expect(drafts.find('ada', 'checkout:1')).toBeUndefined()
    now -= 20 * dayMs
    expect(drafts.find('ada', 'checkout:1')).toBeUndefined()
  })

  it('stay in memory for an hour after a log-out in another tab', () => {
    let now = 100 * dayMs
    const storage = aStorage()
    const drafts = createFormDrafts(storage, () => now)
    drafts.save('ada', 'checkout:1', 'typed')
    drafts.moveToMemory()
    expect(storage.values.size).toBe(0)

    now += 59 * 60_000
    expect(drafts.find('ada', 'checkout:1')).toBe('typed')
    now += 60_000
    expect(drafts.find('ada', 'checkout:1')).toBeUndefined()
  })

  it.each(['not JSON', '{}', '[1, null, {"name": "checkout:1"}]'])('ignore a store that contains %s', (stored) => {
    const storage = aStorage()
    const drafts = createFormDrafts(storage, () => 0)
    storage.set('formDrafts', stored)
    expect(drafts.find('ada', 'checkout:1')).toBeUndefined()
  })

  it('leave nothing behind when the last one is removed', () => {
    const storage = aStorage()
    const drafts = createFormDrafts(storage, () => 0)
    drafts.save('ada', 'checkout:1', 'typed')
    drafts.remove('ada', 'checkout:1')
    expect(storage.values.size).toBe(0)
  })
})
