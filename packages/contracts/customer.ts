import {
  accountTypes,
  additionalCostStates,
  carrierIds,
  claimReasons,
  claimStates,
  customerFlags,
  languages,
  loyaltyLevelIds,
  mailStates,
  maxCustomerNoteLength,
  orderStatuses,
  riskSigns,
  uploadStates,
} from '@cotation/domain'
import { z } from 'zod'
import { nothing, requiredMultilineText, requiredReason } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** The rows that a section shows at first, and adds with each next part of it. */
export const maxSectionRows = 20

/** Bounded, because all notes about a customer are read at once. */
export const maxCustomerNotes = 200

const named = z.strictObject({ id: z.uuid(), name: z.string() })

const customerFlagView = z.strictObject({
  flag: z.enum(customerFlags),
  reason: z.string(),
  by: z.string(),
  at: time,
})

/** What a member of staff noted for colleagues; the customer never sees it. */
const customerNote = z.strictObject({
  id: z.uuid(),
  author: z.string(),
  text: z.string(),
  at: time,
  /** Null if the text was never changed. */
  editedAt: time.nullable(),
  /** Only the author may change it. */
  isOwn: z.boolean(),
  mayRemove: z.boolean(),
})

const customerOrder = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(orderStatuses),
  totalMinor: z.int(),
  placedAt: time,
})

const customerQuote = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  parts: z.int(),
  /** Questions that wait for an expert. */
  questions: z.int(),
  /** The line of the newest question, one that waits first; null if there is none. */
  questionLineId: z.uuid().nullable(),
  /** The newest order made from it; null if there is none, or without the right to see it. */
  order: named.nullable(),
  updatedAt: time,
})

const customerFile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(uploadStates),
  bytes: z.int(),
  /** False until the file has arrived, and once it has been removed. */
  isStored: z.boolean(),
  /** The project last changed with this file; null if there is none, or without the right to see it. */
  project: named.nullable(),
  /** The newest question about a part of this file; null if there is none, or without the right to see it. */
  questionLineId: z.uuid().nullable(),
  /** The newest order with this file; null if there is none, or without the right to see it. */
  order: named.nullable(),
  sentAt: time,
})

const customerMail = z.strictObject({
  id: z.uuid(),
  subject: z.string(),
  state: z.enum(mailStates),
  mailedAt: time,
})

const customerClaim = z.strictObject({
  id: z.uuid(),
  order: named,
  state: z.enum(claimStates),
  reason: z.enum(claimReasons),
  openedAt: time,
})

/** An account at a carrier that the customer has now. */
const freightAccount = z.strictObject({
  carrier: z.enum(carrierIds),
  number: z.string(),
  /** The first order that ships with it waits until staff have confirmed it. */
  isConfirmed: z.boolean(),
  addedAt: time,
})

const customerCost = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(additionalCostStates),
  totalMinor: z.int(),
  requestedAt: time,
})

/** In US cents. */
const customerMoney = z.strictObject({
  spentMinor: z.int(),
  balanceMinor: z.int(),
  pendingReloadMinor: z.int(),
  /** Null if no credit was granted and nothing is owed. */
  credit: z.strictObject({ limitMinor: z.int(), owedMinor: z.int(), overdueMinor: z.int() }).nullable(),
})

/** A section with its newest rows, and how many there are; null without the right to see it. */
const sectionOf = <T extends z.ZodType>(row: T) => z.strictObject({ rows: z.array(row), total: z.int() }).nullable()

/** A part of a section that goes on: no list of the back office has its rows. */
const sectionPage = <T extends z.ZodType>(row: T) =>
  z.strictObject({
    rows: z.array(row),
    total: z.int(),
    /** Where the next part begins; null at the end. */
    next: z.string().nullable(),
  })

const quotesPart = sectionPage(customerQuote)
const filesPart = sectionPage(customerFile)

/** Everything about a customer that the caller may see. */
export const customerView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  accountType: z.enum(accountTypes),
  phone: z.string(),
  language: z.enum(languages),
  createdAt: time,
  isActivated: z.boolean(),
  level: z.enum(loyaltyLevelIds).nullable(),
  manager: named.nullable(),
  mayReload: z.boolean(),
  mayOrderForOthers: z.boolean(),
  flags: z.array(customerFlagView),
  /** Newest first. */
  notes: z.array(customerNote),
  freightAccounts: z.array(freightAccount),
  /** What deserves a second look, and how often it happened; only those that did. */
  risks: z.array(z.strictObject({ sign: z.enum(riskSigns), count: z.int() })),
  orders: sectionOf(customerOrder),
  quotes: quotesPart.nullable(),
  files: filesPart.nullable(),
  claims: sectionOf(customerClaim),
  costs: sectionOf(customerCost),
  mails: sectionOf(customerMail),
  money: customerMoney.nullable(),
  /** Active staff who may be the manager; null without the right to assign one. */
  managerChoices: z.array(z.strictObject({ email: z.string(), name: z.string() })).nullable(),
})

export type CustomerView = z.output<typeof customerView>

const params = z.strictObject({ customerId: z.uuid('INVALID_VALUE') })

/** The time of the last row in microseconds, which a date would cut off, and its id. */
const after = z.string().regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'INVALID_VALUE')

const reason = requiredReason
const noteParams = params.extend({ noteId: z.uuid('INVALID_VALUE') })
const noteBody = z.strictObject({ text: requiredMultilineText(maxCustomerNoteLength, 'MESSAGE_REQUIRED') })

export const customerRoutes = {
  read: route({
    method: 'GET',
    path: '/global/staff/customer/{customerId}',
    access: 'staff',
    right: 'customers.read',
    summary: 'A customer with the sections that the caller may see; a visit is in the audit once in 30 minutes',
    params,
    output: customerView,
    errors: ['NOT_FOUND'],
  }),
  quotes: route({
    method: 'GET',
    path: '/global/staff/customer/{customerId}/quote',
    access: 'staff',
    right: 'customers.read',
    summary: 'The next quotes of a customer; needs the right to answer quotes too',
    params,
    query: z.strictObject({ after }),
    output: quotesPart,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  files: route({
    method: 'GET',
    path: '/global/staff/customer/{customerId}/file',
    access: 'staff',
    right: 'customers.read',
    summary: 'The next files of a customer; needs the right to read files too',
    params,
    query: z.strictObject({ after }),
    output: filesPart,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  file: route({
    method: 'GET',
    path: '/global/staff/customer/{customerId}/file/{uploadId}',
    access: 'staff',
    right: 'files.read',
    summary: 'A file as the customer sent it, also one of no order or project; each download is in the audit',
    params: params.extend({ uploadId: z.uuid('INVALID_VALUE') }),
    output: { bytes: ['application/octet-stream'] },
    errors: ['NOT_FOUND'],
  }),
  setFlag: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/flag',
    access: 'staff',
    right: 'customers.edit',
    summary: 'Flags a customer: no new orders, no credit, or only a mark for staff; the newest reason counts',
    params,
    body: z.strictObject({ flag: z.enum(customerFlags, 'INVALID_VALUE'), reason }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
  removeFlag: route({
    method: 'DELETE',
    path: '/global/staff/customer/{customerId}/flag',
    access: 'staff',
    right: 'customers.edit',
    summary: 'Takes a flag of a customer back (idempotent)',
    params,
    body: z.strictObject({ flag: z.enum(customerFlags, 'INVALID_VALUE'), reason }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
  addNote: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/note',
    access: 'staff',
    right: 'customers.read',
    summary: 'Adds a note about a customer that only staff see',
    params,
    body: noteBody,
    output: nothing,
    errors: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
  }),
  editNote: route({
    method: 'PATCH',
    path: '/global/staff/customer/{customerId}/note/{noteId}',
    access: 'staff',
    right: 'customers.read',
    summary: 'Changes an own note about a customer',
    params: noteParams,
    body: noteBody,
    output: nothing,
    errors: ['NOT_FOUND', 'NOT_YOUR_NOTE'],
  }),
  removeNote: route({
    method: 'DELETE',
    path: '/global/staff/customer/{customerId}/note/{noteId}',
    access: 'staff',
    right: 'customers.read',
    summary: 'Removes an own note about a customer, or as an administrator any',
    params: noteParams,
    output: nothing,
    errors: ['NOT_FOUND', 'NOT_YOUR_NOTE'],
  }),
}
