import { describe, expect, it } from 'vitest'
import { rightsOf, rolesWith } from './staff-right.ts'
import { defaultNotice, staffTaskKinds, staffTaskRules, taskKindsOf, taskPath } from './today.ts'

describe('a kind of staff task', () => {
  it.each(staffTaskKinds)('%s is seen by some role and leads to one target or screen', (kind) => {
    const { right, path, promisedHours } = staffTaskRules[kind]
    expect(rolesWith(right)).not.toEqual([])
    expect(path.match(/\{id\}/g) ?? []).toEqual(kind === 'audit-broken' ? [] : ['{id}'])
    expect(promisedHours).toBeGreaterThan(0)
  })

  it('is seen by those who have its right', () => {
    expect(taskKindsOf(rightsOf('operator'))).toEqual(['order-review', 'order-late', 'delivery-late'])
    expect(taskKindsOf(rightsOf('administrator'))).toEqual(staffTaskKinds)
    expect(taskKindsOf([])).toEqual([])
  })

  it('leads to the page of its target', () => {
    expect(taskPath('order-review', '42')).toBe('/staff/orders/42')
  })

  it('leads to the audit itself if the audit was changed', () => {
    expect(taskPath('audit-broken', '42')).toBe('/staff/audit')
  })
})

describe('the mails that a role gets by default', () => {
  it.each([
    ['customer-success', 'expert-question', 'at-once'],
    ['administrator', 'order-review', 'at-once'],
    ['administrator', 'claim', 'morning'],
    ['operator', 'order-review', 'morning'],
    [null, 'order-review', 'morning'],
  ] as const)('reach %s about %s at this time: %s', (role, kind, notice) => {
    expect(defaultNotice(role, kind)).toBe(notice)
  })
})

describe('the right to download files', () => {
  it('belongs to roles that can read orders', () => {
    for (const role of rolesWith('files.read')) expect(rolesWith('orders.read')).toContain(role)
  })
})
