import {
  activityActors,
  type Configuration,
  type Fault,
  lineFields,
  lineStatuses,
  type PartMeasures,
  type ProjectEvent,
  technologySlugs,
  uploadPurposes,
  uploadStates,
} from '@cotation/domain'
import type { Finding, PartSummary, Refusal } from '@cotation/geometry'
import type { LinePrice } from '@cotation/pricing'
import { z } from 'zod'
import { made } from './fields.ts'
import { time } from './paging.ts'

/** One uploaded file, as its owner sees it. */
export const uploadView = z.strictObject({
  id: z.uuid(),
  purpose: z.enum(uploadPurposes),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(uploadStates),
  createdAt: time,
  /** When the bytes are removed. Null if they have no end date or are already gone. */
  expiresAt: time.nullable(),
  /** Measurements of the whole file. Null until it is analysed. */
  summary: made<PartSummary>('Format, unit, size, volume, area, bodies of the file').nullable(),
  /** Why the file cannot be read. */
  refusal: made<Refusal>('Code, location and details of why the file cannot be used').nullable(),
  /** Seconds since the analysis started. Null before and after. */
  analysingSeconds: z.number().nullable(),
})

export type UploadView = z.output<typeof uploadView>

/** A finding on the configured part, and who accepted its risk. */
export const findingView = z.strictObject({
  finding: made<Finding>('Rule, severity, measured value, limit, locations, ways to resolve it'),
  accepted: z.strictObject({ at: time, by: z.string() }).nullable(),
})

export type FindingView = z.output<typeof findingView>

/** An expert's price, or the open question for one. */
export const manualQuoteView = z.strictObject({
  state: z.enum(['asked', 'answered', 'declined']),
  question: z.string(),
  askedAt: time,
  answer: z
    .strictObject({
      unitMinor: z.int().nullable(),
      lineMinor: z.int().nullable(),
      workingDays: z.int().nullable(),
      /** Size of one part as it is packed. Null if the automatic measurements apply. */
      sizeMm: z.tuple([z.number(), z.number(), z.number()]).nullable(),
      weightG: z.number().nullable(),
      note: z.string(),
      answeredAt: time,
    })
    .nullable(),
})

export type ManualQuoteView = z.output<typeof manualQuoteView>

/** The figures before the file was replaced. */
export const revisionView = z.strictObject({
  fileName: z.string(),
  replacedAt: time,
  sizeMm: z.array(z.number()).nullable(),
  volumeMm3: z.number().nullable(),
  lineMinor: z.int().nullable(),
})

/** The order that a line is in. */
export const lineOrderView = z.strictObject({
  orderId: z.uuid(),
  number: z.string(),
  /** The order waits for its payment, and the customer may cancel it. */
  isUnpaid: z.boolean(),
  isCancellable: z.boolean(),
  /** Price when it was ordered, before discounts. */
  unitMinor: z.int(),
  lineMinor: z.int(),
})

export type LineOrderView = z.output<typeof lineOrderView>

export const lineView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  position: z.int(),
  upload: uploadView,
  /** The distinct body of the file and how often it occurs. Null until the file is analysed. */
  body: z
    .strictObject({
      index: z.int(),
      name: z.string(),
      perFile: z.int(),
      bodies: z.int(),
      failure: made<Refusal>('Why this body could not be measured, while others of the file were').nullable(),
    })
    .nullable(),
  thumbnailId: z.string().nullable(),
  part: made<PartMeasures>('The measurements that prices and rules use').nullable(),
  configuration: made<Configuration>('Material, process, colour, tolerance, quantity, lead time, services').nullable(),
  comment: z.string(),
  attachments: z.array(uploadView),
  status: z.enum(lineStatuses),
  /** The order of an ordered line, which can no longer be changed. Null in a shared project. */
  order: lineOrderView.nullable(),
  faults: z.array(made<Fault>('Code, field and detail of what is wrong with the configuration')),
  findings: z.array(findingView),
  /** Computed from the server's measurements. Null if there is no price. */
  price: made<LinePrice>('Unit and line price, terms, lead time').nullable(),
  manual: manualQuoteView.nullable(),
  revision: revisionView.nullable(),
})

export type LineView = z.output<typeof lineView>

export const projectSummary = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  service: z.enum(technologySlugs),
  createdAt: time,
  updatedAt: time,
  validUntil: time,
  lines: z.int(),
  readyLines: z.int(),
  /** Lines whose findings the customer has to accept or resolve. */
  decisionLines: z.int(),
  orderedLines: z.int(),
  /** The price of the ready lines. */
  totalMinor: z.int(),
  /** The prices of lines that are neither ready nor ordered. */
  pendingMinor: z.int(),
  shared: z.boolean(),
  /** Thumbnails of the first lines. */
  thumbnailIds: z.array(z.string()),
})

export type ProjectSummary = z.output<typeof projectSummary>

export const projectView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  service: z.enum(technologySlugs),
  /** Whether new lines keep to the service. If not, the process that suits the part is suggested. */
  serviceChosen: z.boolean(),
  /** The material that new lines start with. Null if the part decides. */
  materialId: z.string().nullable(),
  /** ISO 3166 code of the country that carriage and import are estimated for. Null if none is chosen. */
  country: z.string().nullable(),
  /** Incremented by every change, so that clients can poll cheaply. */
  revision: z.int(),
  createdAt: time,
  updatedAt: time,
  catalogueVersion: z.string(),
  pricedAt: time,
  validUntil: time,
  shared: z.boolean(),
  lines: z.array(lineView),
})

export type ProjectView = z.output<typeof projectView>

/** An entry of a project's activity. */
export const activityEntry = z.strictObject({
  id: z.string(),
  at: time,
  actor: z.enum(activityActors),
  event: made<ProjectEvent>('The kind of the event, with its names and numbers'),
  /** What an edit of lines changed, in the caller's language. A text is null if the lines differ. */
  changes: z.array(
    z.strictObject({ field: z.enum(lineFields), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})

export type ActivityEntry = z.output<typeof activityEntry>
