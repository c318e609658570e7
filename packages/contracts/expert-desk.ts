import { expertAnswerLimits, manualQuoteStates, processIds, technologySlugs } from '@cotation/domain'
import { z } from 'zod'
import { multilineText, nothing, requiredMultilineText } from './fields.ts'
import { configurationTexts } from './order-views.ts'
import { time } from './paging.ts'
import { lineView } from './quote-views.ts'
import { route } from './route.ts'

const { maxUnitMinor, maxWorkingDays, maxValidDays, noteLength } = expertAnswerLimits

const questionParams = z.strictObject({ lineId: z.uuid('INVALID_VALUE') })

const unitMinor = z.int('PRICE_REQUIRED').min(1, 'PRICE_REQUIRED').max(maxUnitMinor, 'INVALID_VALUE')
const workingDays = z.int('DAYS_REQUIRED').min(1, 'DAYS_REQUIRED').max(maxWorkingDays, 'INVALID_VALUE')
const validDays = z.int('DAYS_REQUIRED').min(1, 'DAYS_REQUIRED').max(maxValidDays, 'INVALID_VALUE')
const note = multilineText(noteLength)

const sideMm = z.number('INVALID_VALUE').positive('INVALID_VALUE').max(100_000, 'INVALID_VALUE')

const weightG = z.number('INVALID_VALUE').positive('INVALID_VALUE').max(10_000_000, 'INVALID_VALUE')

/** One part as it is shipped: needed if its file could not be measured. */
const parcel = z.strictObject({ sizeMm: z.tuple([sideMm, sideMm, sideMm]), weightG })

export const expertAnswerBody = z.strictObject({
  unitMinor,
  workingDays,
  /** The price holds at least as long as the other prices of the project. */
  validDays,
  note,
  parcel: parcel.nullable().default(null),
})

/** What is not decided yet is left out. */
const draft = z.strictObject({
  unitMinor: unitMinor.optional(),
  workingDays: workingDays.optional(),
  validDays: validDays.optional(),
  parcel: z
    .strictObject({
      lengthMm: sideMm.optional(),
      widthMm: sideMm.optional(),
      heightMm: sideMm.optional(),
      weightG: weightG.optional(),
    })
    .optional(),
  note,
})

const draftBody = z.strictObject({
  ...draft.shape,
  /** When the draft was saved that the caller has seen; null for none. A newer one is not overwritten. */
  seenAt: time.nullable(),
})

/** A finding in the caller's language. */
export const findingText = z.strictObject({
  rule: z.string(),
  severity: z.enum(['blocks', 'warns', 'informs']),
  text: z.string(),
  isAccepted: z.boolean(),
  places: z.array(z.array(z.number())),
})

export type FindingText = z.output<typeof findingText>

export const expertQuestionView = z.strictObject({
  lineId: z.uuid(),
  state: z.enum(manualQuoteStates),
  /** Whether it can be answered: not once it was answered, or the customer has changed the part. */
  isOpen: z.boolean(),
  question: z.string(),
  askedAt: time,
  /** Until when an answer was promised. */
  dueAt: time,
  email: z.string(),
  /** Null for a visitor without an account. */
  customer: z.strictObject({ id: z.uuid(), name: z.string(), company: z.string() }).nullable(),
  project: z.strictObject({ id: z.uuid(), name: z.string(), service: z.enum(technologySlugs), validUntil: time }),
  line: lineView,
  /** The configuration in the caller's language. */
  description: z.strictObject(configurationTexts),
  /** What our checks found, in the caller's language, with the places on the model. */
  findings: z.array(findingText),
  /** How long a price holds unless the expert chooses otherwise. */
  usualValidDays: z.int(),
  draft: z.strictObject({ ...draft.shape, by: z.string(), at: time }).nullable(),
  /** Until when the expert's price holds, once there is one. */
  validUntil: time.nullable(),
})

export type ExpertQuestionView = z.output<typeof expertQuestionView>

/** What became of an ordered part. */
const orderedPartView = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  /** Pieces of all its runs; null if none was opened. */
  scrapped: z.int().nullable(),
  /** About the part, without those that the customer withdrew. */
  claims: z.int(),
  /** Sums of the finished steps that were planned and timed; null if there are none. */
  minutes: z.strictObject({ actual: z.number(), planned: z.number() }).nullable(),
})

/** A part that was priced before. */
export const similarPartView = z.strictObject({
  lineId: z.uuid(),
  name: z.string(),
  thumbnailId: z.string().nullable(),
  /** From 1 for the same shape by the same process down to 0. */
  similarity: z.number(),
  sizeMm: z.array(z.number()),
  process: z.enum(processIds).nullable(),
  material: z.string(),
  quantity: z.int(),
  unitMinor: z.int(),
  workingDays: z.int().nullable(),
  isByExpert: z.boolean(),
  pricedAt: time,
  /** Null if it was not ordered, or the order was cancelled. */
  order: orderedPartView.nullable(),
})

export type SimilarPartView = z.output<typeof similarPartView>

const ofQuestion = { access: 'staff', right: 'quotes.answer', params: questionParams } as const
const bytes = { bytes: ['application/octet-stream'] } as const

/** Questions about prices, as experts of the shop see and answer them. */
export const expertDeskRoutes = {
  get: route({
    ...ofQuestion,
    method: 'GET',
    path: '/global/staff/expert/{lineId}',
    summary: 'The last question about a line, with the part, its findings and our own estimate',
    output: expertQuestionView,
    errors: ['NOT_FOUND'],
  }),
  similar: route({
    ...ofQuestion,
    method: 'GET',
    path: '/global/staff/expert/{lineId}/similar',
    summary: 'The most similar parts that were priced before, and what became of them',
    output: z.strictObject({ parts: z.array(similarPartView) }),
    errors: ['NOT_FOUND'],
  }),
  mesh: route({
    ...ofQuestion,
    method: 'GET',
    path: '/global/staff/expert/{lineId}/mesh',
    summary: 'The mesh of the part in the product’s own format',
    output: bytes,
    errors: ['NOT_FOUND'],
  }),
  file: route({
    ...ofQuestion,
    method: 'GET',
    path: '/global/staff/expert/{lineId}/file/{uploadId}',
    right: 'files.read',
    summary: 'The file of the part or a drawing, as the customer sent it, while a question was asked about it',
    params: questionParams.extend({ uploadId: z.uuid('INVALID_VALUE') }),
    output: bytes,
    errors: ['NOT_FOUND'],
  }),
  drawing: route({
    ...ofQuestion,
    method: 'GET',
    path: '/global/staff/expert/{lineId}/drawing/{uploadId}',
    right: 'files.read',
    summary: 'A drawing of the part, to be shown on the screen; recorded once a day, as models are',
    params: questionParams.extend({ uploadId: z.uuid('INVALID_VALUE') }),
    output: bytes,
    errors: ['NOT_FOUND'],
  }),
  saveDraft: route({
    ...ofQuestion,
    method: 'POST',
    path: '/global/staff/expert/{lineId}/draft',
    summary: 'Keeps what is prepared for the answer; colleagues see it, the customer does not',
    body: draftBody,
    output: z.strictObject({ at: time }),
    errors: ['NOT_FOUND', 'QUESTION_CLOSED', 'DRAFT_OVERTAKEN'],
  }),
  answer: route({
    ...ofQuestion,
    method: 'POST',
    path: '/global/staff/expert/{lineId}/answer',
    summary: 'Answers a question with a price, which the customer can order, and mails it',
    body: expertAnswerBody,
    output: nothing,
    errors: ['NOT_FOUND', 'QUESTION_CLOSED'],
  }),
  decline: route({
    ...ofQuestion,
    method: 'POST',
    path: '/global/staff/expert/{lineId}/decline',
    summary: 'Declines to quote a price, with the reason, and mails it',
    body: z.strictObject({ note: requiredMultilineText(noteLength, 'REASON_REQUIRED') }),
    output: nothing,
    errors: ['NOT_FOUND', 'QUESTION_CLOSED'],
  }),
}
