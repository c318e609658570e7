import type {
  AddressView,
  BankInstructions,
  CouponView,
  LineView,
  OrderLineView,
  PaymentView,
  ProjectView,
  UploadView,
} from '@cotation/contracts'
import type { PartSummary } from '@cotation/geometry'
import { anAddress } from '@cotation/places/address-fixture'
import { packagedCatalogue } from '@cotation/pricing/catalogue'

let made = 0
export const uuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

export const projectId = '11111111-1111-4111-8111-111111111111'

/** A project priced with the packaged catalogue. */
export function aProjectView(traits: Partial<ProjectView> = {}): ProjectView {
  return {
    id: projectId,
    name: 'Robot arm',
    service: '3d-printing',
    serviceChosen: true,
    materialId: null,
    country: null,
    revision: 1,
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    catalogueVersion: packagedCatalogue.version,
    pricedAt: '2026-11-01T09:00:00.000Z',
    validUntil: '2099-12-01T09:00:00.000Z',
    shared: false,
    lines: [],
    ...traits,
  }
}

export function anUploadView(traits: Partial<UploadView> = {}): UploadView {
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

/** The summary of an STL cube; in metres it would measure 140 mm. */
export const aSummary = (traits: Partial<PartSummary> = {}): PartSummary => ({
  format: 'stl-binary',
  unit: { name: 'mm', millimetres: 1, source: 'assumed', mixed: false, implausible: true },
  box: { min: [0, 0, 0], max: [0.14, 0.14, 0.14] },
  sizeMm: [0.14, 0.14, 0.14],
  volumeMm3: 0.14 ** 3,
  areaMm2: 6 * 0.14 ** 2,
  triangles: 12,
  watertight: true,
  openEdges: 0,
  nonManifoldEdges: 0,
  shells: 1,
  bodyCount: 1,
  looseFaces: 0,
  ...traits,
})

export function aLineView(traits: Partial<LineView> = {}): LineView {
  return {
    id: uuid(),
    name: 'bracket.stl',
    position: 1,
    upload: anUploadView(),
    body: { index: 0, name: 'bracket', perFile: 1, bodies: 1, failure: null },
    thumbnailId: null,
    part: null,
    configuration: null,
    comment: '',
    attachments: [],
    status: 'ready',
    order: null,
    faults: [],
    findings: [],
    price: null,
    manual: null,
    revision: null,
    ...traits,
  }
}

export function anAddressView(traits: Partial<AddressView> = {}): AddressView {
  return {
    id: uuid(),
    ...anAddress({ phone: '0612345678' }),
    isDefault: false,
    updatedAt: '2026-11-14T12:00:00.000Z',
    ...traits,
  }
}

/** Ten per cent off the parts. */
export function aCoupon(traits: Partial<CouponView> = {}): CouponView {
  return {
    id: uuid(),
    code: 'WELCOME-10',
    coupon: { type: 'percent', percent: 10 },
    description: '10% off parts',
    issuedAt: '2026-11-01T12:00:00.000Z',
    expiresAt: '2026-12-31T12:00:00.000Z',
    status: 'active',
    state: 'active',
    orderId: null,
    ...traits,
  }
}

export const orderDates = {
  start: '2026-11-16',
  ship: '2026-11-20',
  deliveryEarliest: '2026-11-24',
  deliveryLatest: '2026-11-26',
}

/** Four parts at USD 25.00 each. */
export function anOrderLine(traits: Partial<OrderLineView> = {}): OrderLineView {
  return {
    id: uuid(),
    lineId: null,
    name: 'Bracket',
    thumbnailId: null,
    material: 'PA12',
    process: 'MJF',
    colour: 'Grey',
    tolerance: '',
    services: [],
    configuration: null,
    sizeMm: [40, 30, 12.5],
    quantity: 4,
    unitMinor: 2_500,
    totalMinor: 10_000,
    workingDays: 5,
    making: null,
    customs: { hsCode: '392690', name: 'Other articles of plastics', origin: 'CN', netWeightG: 120 },
    comment: '',
    attachments: [],
    acceptedRules: [],
    acceptedRisks: [],
    ...traits,
  }
}

/** A card payment of USD 120.00 that was started but not made. */
export function aPayment(traits: Partial<PaymentView> = {}): PaymentView {
  return {
    id: uuid(),
    method: 'card',
    state: 'requires_action',
    amountMinor: 12_000,
    currency: 'USD',
    usdMinor: 12_000,
    capturedMinor: 0,
    refundedMinor: 0,
    agency: false,
    createdAt: '2026-11-14T12:01:00.000Z',
    closedAt: null,
    expiresAt: null,
    bank: null,
    ...traits,
  }
}

/** An awaited transfer of this amount, with the account that it goes to. */
export function aTransfer(amountMinor: number, currency: BankInstructions['currency'], reference: string): PaymentView {
  const bank = {
    currency,
    amountMinor,
    reference,
    bank: 'Bank of Tests',
    holder: 'Cotation SAS',
    iban: 'FR7630006000011234567890189',
    swift: 'DEMOFRPP',
    expiresAt: '2026-12-01T12:00:00.000Z',
  }
  return aPayment({ method: 'bank_transfer', state: 'awaiting_funds', amountMinor, currency, bank })
}
