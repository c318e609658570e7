import type { LineView, UploadView } from '@cotation/contracts'

let made = 0
const uuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

export function anUploadView(traits: Partial<UploadView> = {}): UploadView {
  return {
    id: uuid(),
    purpose: 'part',
    name: 'bracket.stl',
    bytes: 84_084,
    state: 'done',
    createdAt: '2026-11-15T09:00:00.000Z',
    expiresAt: '2027-02-15T09:00:00.000Z',
    summary: null,
    refusal: null,
    analysingSeconds: null,
    ...traits,
  }
}

export function aLineView(traits: Partial<LineView> = {}): LineView {
  return {
    id: uuid(),
    name: 'bracket.stl',
    position: 1,
    upload: anUploadView(),
    body: { index: 0, name: 'bracket', perFile: 1, bodies: 1 },
    thumbnailId: null,
    part: null,
    configuration: null,
    comment: '',
    attachments: [],
    status: 'ready',
    faults: [],
    findings: [],
    price: null,
    manual: null,
    revision: null,
    ...traits,
  }
}
