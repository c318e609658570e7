import type { StaffTaskView, TodayView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const now = '2026-03-02T09:00:00.000Z'

export function aTask(traits: Partial<StaffTaskView> = {}): StaffTaskView {
  const id = uuid()
  return {
    kind: 'order-review',
    subjectId: id,
    newestId: id,
    targetId: id,
    title: 'C-26-10001',
    customer: 'Atelier Martin',
    amountMinor: 12_345,
    currency: 'USD',
    since: '2026-03-01T12:00:00.000Z',
    dueAt: '2026-03-02T12:00:00.000Z',
    holder: null,
    ...traits,
  }
}

export function viewOf(...tasks: StaffTaskView[]): TodayView {
  const kinds = [...new Set(tasks.map(({ kind }) => kind))]
  const counts = kinds.map((kind) => {
    const own = tasks.filter((task) => task.kind === kind)
    return {
      kind,
      total: own.length,
      late: own.filter(({ dueAt }) => dueAt < now).length,
      mine: own.filter(({ holder }) => holder?.isCaller).length,
      free: own.filter(({ holder }) => holder === null).length,
    }
  })
  return { counts, tasks, now }
}
