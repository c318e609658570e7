import type { ProjectSummary } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export function aProjectSummary(traits: Partial<ProjectSummary> = {}): ProjectSummary {
  return {
    id: uuid(),
    name: 'Test bench',
    service: 'cnc',
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-14T12:00:00.000Z',
    validUntil: '2999-12-01T12:00:00.000Z',
    lines: 3,
    readyLines: 2,
    decisionLines: 1,
    orderedLines: 0,
    totalMinor: 123_456,
    pendingMinor: 0,
    shared: false,
    thumbnailIds: [],
    ...traits,
  }
}
