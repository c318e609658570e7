import { describe, expect, it } from 'vitest'
import { listSeenWith, parseListSort } from './list.ts'
import { staffListKeys, staffLists } from './staff-lists.ts'
import { rightsOf } from './staff-right.ts'

describe('a column that needs a right of its own', () => {
  const restricted = staffListKeys.flatMap((key) =>
    Object.entries(listSeenWith(staffLists[key], rightsOf('administrator')).columns)
      .filter(([, column]) => column.rights !== undefined)
      .map(([name, column]) => ({ key, name, column })),
  )

  it.each(restricted)('$name of "$key" is not part of what everybody gets', ({ key, name, column }) => {
    expect(column.isHidden).toBe(true)
    expect(parseListSort(staffLists[key], staffLists[key].defaultSort)?.column).not.toBe(name)
  })

  it('is missing from the list of those who lack the right', () => {
    const seenBy = (role: 'operator' | 'accountant' | 'customer-success') =>
      Object.keys(listSeenWith(staffLists.orders, rightsOf(role)).columns).filter((name) =>
        ['email', 'paymentMethods'].includes(name),
      )
    expect(seenBy('operator')).toEqual([])
    expect(seenBy('accountant')).toEqual(['paymentMethods'])
    expect(seenBy('customer-success')).toEqual(['email'])
  })
})
