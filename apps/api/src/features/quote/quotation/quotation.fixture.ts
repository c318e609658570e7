import type { LineView, ProjectView, UploadView } from '@cotation/contracts'
import type { Configuration, TechnologySlug } from '@cotation/domain'
import { firstConfiguration, priceLine, referenceParts } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'

export const catalogue = packagedCatalogue
export const now = new Date('2026-03-02T09:00:00Z')

let made = 0
const uuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

export function anUpload(traits: Partial<UploadView> = {}): UploadView {
  return {
    id: uuid(),
    purpose: 'part',
    name: 'housing.step',
    bytes: 84_084,
    state: 'done',
    createdAt: now.toISOString(),
    expiresAt: null,
    summary: null,
    refusal: null,
    analysingSeconds: null,
    ...traits,
  }
}

interface LineTraits extends Partial<LineView> {
  reference?: string
  technology?: TechnologySlug
  choose?: Partial<Configuration>
}

/** A line with a real part, a usual configuration and the price that the catalogue gives it. */
export function aLine({
  reference = 'housing-100x60x30',
  technology = '3d-printing',
  choose,
  ...traits
}: LineTraits = {}): LineView {
  const part = referenceParts.find(({ id }) => id === reference)?.measures
  const start = { service: technology, materialId: null, quantity: 1 }
  const usual = part && firstConfiguration({ measures: part }, start, catalogue)
  if (!part || !usual) throw new Error(`nothing to price ${reference} with`)

  const configuration = { ...usual, ...choose }
  const verdict = priceLine(part, configuration, catalogue)

  return {
    id: uuid(),
    name: 'housing.step',
    position: 1,
    upload: anUpload(),
    body: { index: 0, name: 'housing', perFile: 1, bodies: 1, failure: null },
    thumbnailId: null,
    part,
    configuration,
    comment: '',
    attachments: [],
    order: null,
    status: verdict.ok ? 'ready' : 'configuring',
    faults: verdict.ok ? [] : verdict.faults,
    findings: [],
    price: verdict.ok ? verdict.price : null,
    manual: null,
    revision: null,
    ...traits,
  }
}

export function aProject(lines: LineView[], traits: Partial<ProjectView> = {}): ProjectView {
  return {
    id: '5a0c7e1d-0000-4000-8000-000000000001',
    name: 'Banc d’essai',
    materialId: null,
    country: null,
    service: '3d-printing',
    serviceChosen: true,
    revision: 7,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    catalogueVersion: catalogue.version,
    pricedAt: now.toISOString(),
    validUntil: '2026-04-01T09:00:00.000Z',
    shared: false,
    lines,
    ...traits,
  }
}
