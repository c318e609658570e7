import type { LineView, UploadView } from '@cotation/contracts'
import { type Catalogue, usualConfiguration } from '@cotation/domain'
import { priceLine, referenceParts } from '@cotation/pricing'
import type { WorkLine } from './work-line.ts'

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

/**
 * A line with the usual configuration of a reference part (`housing-100x60x30`, `shaft-30x80` …)
 * and its real price.
 */
export function aWorkLine(
  catalogue: Catalogue,
  { reference = 'housing-100x60x30', ...traits }: Partial<WorkLine> & { reference?: string } = {},
): WorkLine {
  const part = referenceParts.find(({ id }) => id === reference)?.measures
  if (!part) throw new Error(`no reference part ${reference}`)

  const configuration = traits.configuration ?? usualConfiguration(part, '3d-printing', catalogue, 1)
  if (!configuration) throw new Error('the part fits nothing')

  const verdict = priceLine(part, configuration, catalogue)
  const name = traits.name ?? `${reference}.stl`
  const view = traits.view ?? aLineView({ name, part, configuration })

  return {
    id: view.id,
    name,
    comment: '',
    configuration,
    part,
    sizeMm: part.sizeMm,
    status: verdict.ok ? 'ready' : 'configuring',
    price: verdict.ok ? verdict.price : undefined,
    faults: verdict.ok ? [] : verdict.faults,
    findings: [],
    source: 'server',
    difference: undefined,
    refusal: undefined,
    progress: undefined,
    local: undefined,
    provisional: false,
    view,
    ...traits,
  }
}
