import type { ProjectSummary, UploadView } from '@cotation/contracts'

let uuidCount = 0
const uuid = () => `00000000-0000-4000-8000-${String(++uuidCount).padStart(12, '0')}`

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
    totalMinor: 123_456,
    shared: false,
    thumbnailIds: [],
    ...traits,
  }
}

export function anUpload(traits: Partial<UploadView> = {}): UploadView {
  return {
    id: uuid(),
    purpose: 'part',
    name: 'bracket.stl',
    bytes: 84_084,
    state: 'done',
    createdAt: '2026-11-14T12:00:00.000Z',
    expiresAt: '2027-02-14T12:00:00.000Z',
    summary: null,
    refusal: null,
    analysingSeconds: null,
    ...traits,
  }
}
