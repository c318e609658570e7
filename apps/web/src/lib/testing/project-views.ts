import type { ProjectView } from '@cotation/contracts'

export const projectId = '11111111-1111-4111-8111-111111111111'

/** A project priced with the packaged catalogue. */
export function aProjectView(traits: Partial<ProjectView> = {}): ProjectView {
  return {
    id: projectId,
    name: 'Robot arm',
    service: '3d-printing',
    revision: 1,
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    catalogueVersion: '2026-11-01.1',
    pricedAt: '2026-11-01T09:00:00.000Z',
    validUntil: '2099-12-01T09:00:00.000Z',
    shared: false,
    lines: [],
    ...traits,
  }
}
