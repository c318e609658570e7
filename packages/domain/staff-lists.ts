import { accountTypes } from './account.ts'
import { additionalCostReasons, additionalCostStates } from './additional-cost.ts'
import { claimReasons, claimStates } from './after-sale.ts'
import { auditActions, auditActors, auditSubjectKinds } from './audit-action.ts'
import { processIds, technologySlugs } from './catalogue/process.ts'
import { serviceIds } from './catalogue/service.ts'
import { carrierIds } from './catalogue/shipping.ts'
import { customerFlags } from './customer-flag.ts'
import { manualQuoteStates } from './expert-question.ts'
import type { ListDeclaration } from './list.ts'
import { loyaltyLevelIds } from './loyalty-level.ts'
import { mailStates } from './mail-state.ts'
import { orderStatuses } from './order-status.ts'
import { paymentMethods } from './payment-method.ts'
import { openStepStates, operations, stations } from './production.ts'
import { proposalKinds, proposalStates } from './proposal.ts'
import { securityEventKinds } from './security-event.ts'
import { printStations, trayStates } from './tray.ts'
import { currencies } from './values/money.ts'

const orders = {
  key: 'orders',
  right: 'orders.read',
  defaultSort: '-placedAt',
  columns: {
    number: { type: 'text', isSortable: true, width: 130 },
    customer: { type: 'person', width: 180 },
    company: { type: 'text', isOptional: true, width: 160 },
    email: { type: 'text', rights: ['customers.read'], isHidden: true, width: 220 },
    status: { type: 'choice', choices: orderStatuses, choiceTexts: 'orderStatus', width: 150 },
    /** The day by which it must be shipped, or delivered once it is shipped. */
    dueDay: { type: 'day', isSortable: true, isOptional: true, width: 120 },
    /** Negative while days are left. */
    daysLate: { type: 'number', isSortable: true, isOptional: true, width: 120 },
    totalUsd: { type: 'money', isSortable: true, width: 120 },
    total: { type: 'amount', isHidden: true, width: 120 },
    currency: { type: 'choice', choices: currencies, isHidden: true, width: 90 },
    processes: { type: 'choices', choices: processIds, choiceTexts: 'process', width: 150 },
    parts: { type: 'number', width: 80 },
    pieces: { type: 'number', width: 90 },
    placedAt: { type: 'time', isSortable: true, width: 150 },
    /** Calendar days of the shop since the order was placed. */
    ageDays: { type: 'number', isSortable: true, width: 110 },
    paidAt: { type: 'time', isSortable: true, isOptional: true, isHidden: true, width: 150 },
    country: { type: 'text', width: 100 },
    carrier: { type: 'choice', choices: carrierIds, choiceTexts: 'carrier', isHidden: true, width: 100 },
    paymentMethods: {
      type: 'choices',
      choices: paymentMethods,
      choiceTexts: 'paymentMethod',
      rights: ['money.receive', 'money.refund'],
      isHidden: true,
      width: 140,
    },
    poNumber: { type: 'text', isOptional: true, isHidden: true, width: 140 },
    manager: { type: 'person', isOptional: true, width: 150 },
    isStopped: { type: 'flag', width: 100 },
    hasOpenClaim: { type: 'flag', width: 120 },
  },
} as const satisfies ListDeclaration

const customers = {
  key: 'customers',
  right: 'customers.read',
  defaultSort: '-createdAt',
  columns: {
    email: { type: 'text', isSortable: true, width: 240 },
    name: { type: 'text', width: 180 },
    company: { type: 'text', isSortable: true, isOptional: true, width: 180 },
    accountType: { type: 'choice', choices: accountTypes, choiceTexts: 'accountType', width: 120 },
    country: { type: 'text', isOptional: true, width: 100 },
    orders: { type: 'number', width: 110 },
    spentUsd: { type: 'money', width: 120 },
    lastOrderAt: { type: 'time', isOptional: true, width: 150 },
    level: { type: 'choice', choices: loyaltyLevelIds, choiceTexts: 'level', isOptional: true, width: 110 },
    flags: { type: 'choices', choices: customerFlags, choiceTexts: 'customerFlag', width: 160 },
    manager: { type: 'person', isOptional: true, width: 150 },
    createdAt: { type: 'time', isSortable: true, width: 150 },
    isActivated: { type: 'flag', isHidden: true, width: 110 },
    mayReload: { type: 'flag', isHidden: true, width: 120 },
    mayOrderForOthers: { type: 'flag', isHidden: true, width: 140 },
  },
} as const satisfies ListDeclaration

const claims = {
  key: 'claims',
  right: 'orders.read',
  defaultSort: '-openedAt',
  columns: {
    order: { type: 'record', width: 130 },
    customer: { type: 'person', width: 180 },
    company: { type: 'text', isOptional: true, width: 160 },
    state: { type: 'choice', choices: claimStates, choiceTexts: 'claimState', width: 140 },
    reason: { type: 'choice', choices: claimReasons, choiceTexts: 'claimReason', width: 150 },
    openedAt: { type: 'time', isSortable: true, width: 150 },
    closedAt: { type: 'time', isSortable: true, isOptional: true, width: 150 },
    parts: { type: 'number', width: 80 },
    pieces: { type: 'number', width: 90 },
    workOrder: { type: 'text', isSortable: true, isOptional: true, width: 140 },
    reprint: { type: 'record', isOptional: true, width: 130 },
    settledUsd: { type: 'money', isSortable: true, isOptional: true, width: 130 },
    manager: { type: 'person', isOptional: true, isHidden: true, width: 150 },
  },
} as const satisfies ListDeclaration

const additionalCosts = {
  key: 'additional-costs',
  right: 'costs.read',
  defaultSort: '-createdAt',
  columns: {
    number: { type: 'text', isSortable: true, width: 120 },
    order: { type: 'record', width: 130 },
    customer: { type: 'person', width: 180 },
    company: { type: 'text', isOptional: true, width: 160 },
    reason: { type: 'choice', choices: additionalCostReasons, choiceTexts: 'costReason', width: 180 },
    state: { type: 'choice', choices: additionalCostStates, choiceTexts: 'costState', width: 120 },
    totalUsd: { type: 'money', isSortable: true, width: 120 },
    currency: { type: 'choice', choices: currencies, isHidden: true, width: 90 },
    createdAt: { type: 'time', isSortable: true, width: 150 },
    deadline: { type: 'time', isSortable: true, width: 150 },
    paidAt: { type: 'time', isSortable: true, isOptional: true, width: 150 },
    refundedAt: { type: 'time', isSortable: true, isOptional: true, isHidden: true, width: 150 },
    manager: { type: 'person', isOptional: true, isHidden: true, width: 150 },
  },
} as const satisfies ListDeclaration

/** Mails that left or were refused, and jobs that wait or failed, which lack some of the facts. */
const mails = {
  key: 'mails',
  right: 'mails.read',
  defaultSort: '-mailedAt',
  columns: {
    mailedAt: { type: 'time', isSortable: true, width: 170 },
    recipient: { type: 'text', isOptional: true, width: 220 },
    customer: { type: 'person', isOptional: true, width: 180 },
    subject: { type: 'text', isOptional: true, width: 320 },
    kind: { type: 'text', width: 170 },
    state: { type: 'choice', choices: mailStates, choiceTexts: 'mailState', width: 150 },
    error: { type: 'text', isOptional: true, width: 150 },
  },
} as const satisfies ListDeclaration

/** Questions of customers to experts. Those that wait come first, the oldest at the top. */
const expertQuestions = {
  key: 'expert-questions',
  right: 'quotes.answer',
  defaultSort: 'waitingSince',
  columns: {
    /** The line of the project. */
    part: { type: 'record', width: 220 },
    customer: { type: 'person', isOptional: true, width: 180 },
    company: { type: 'text', isOptional: true, width: 160 },
    email: { type: 'text', width: 220 },
    state: { type: 'choice', choices: manualQuoteStates, choiceTexts: 'questionState', width: 120 },
    /** Empty once the question is answered, declined or withdrawn. */
    waitingSince: { type: 'time', isSortable: true, isOptional: true, width: 150 },
    service: { type: 'choice', choices: technologySlugs, choiceTexts: 'technology', width: 140 },
    quantity: { type: 'number', isOptional: true, width: 90 },
    hasDraft: { type: 'flag', width: 110 },
    unitUsd: { type: 'money', isOptional: true, width: 120 },
    askedAt: { type: 'time', isSortable: true, isHidden: true, width: 150 },
    answeredAt: { type: 'time', isSortable: true, isOptional: true, width: 150 },
    manager: { type: 'person', isOptional: true, isHidden: true, width: 150 },
  },
} as const satisfies ListDeclaration

/** Steps of orders in production that are not done. */
const production = {
  key: 'production',
  right: 'production.read',
  defaultSort: 'stepDay',
  columns: {
    code: { type: 'text', width: 110 },
    stepDay: { type: 'day', isSortable: true, width: 120 },
    station: { type: 'choice', choices: stations, choiceTexts: 'station', width: 150 },
    operation: { type: 'choice', choices: operations, choiceTexts: 'operation', width: 160 },
    service: {
      type: 'choice',
      choices: serviceIds,
      choiceTexts: 'service',
      isOptional: true,
      isHidden: true,
      width: 150,
    },
    state: { type: 'choice', choices: openStepStates, choiceTexts: 'stepState', width: 120 },
    /** The work waits: an additional cost is not settled, or a dispute has stopped the order. */
    isHeld: { type: 'flag', width: 100 },
    part: { type: 'text', width: 200 },
    pieces: { type: 'number', width: 90 },
    order: { type: 'record', width: 130 },
    plannedMinutes: { type: 'number', isOptional: true, width: 130 },
    process: { type: 'choice', choices: processIds, choiceTexts: 'process', isOptional: true, width: 130 },
    operator: { type: 'person', isOptional: true, width: 150 },
    dueDay: { type: 'day', width: 130 },
    isRemake: { type: 'flag', width: 110 },
    isLate: { type: 'flag', isHidden: true, width: 110 },
  },
} as const satisfies ListDeclaration

/** What printing machines make in one job. */
const trays = {
  key: 'trays',
  right: 'production.read',
  defaultSort: '-createdAt',
  columns: {
    code: { type: 'text', width: 110 },
    state: { type: 'choice', choices: trayStates, choiceTexts: 'trayState', width: 120 },
    station: { type: 'choice', choices: printStations, choiceTexts: 'station', width: 110 },
    material: { type: 'text', width: 170 },
    colour: { type: 'text', isHidden: true, width: 120 },
    pieces: { type: 'number', width: 90 },
    orders: { type: 'number', width: 110 },
    fill: { type: 'number', isSortable: true, width: 120 },
    /** When the printing of its most urgent pieces is due. Empty without pieces. */
    stepDay: { type: 'day', isOptional: true, width: 120 },
    createdAt: { type: 'time', isSortable: true, width: 150 },
    startedAt: { type: 'time', isOptional: true, width: 150 },
    finishedAt: { type: 'time', isOptional: true, width: 150 },
    operator: { type: 'person', width: 150 },
  },
} as const satisfies ListDeclaration

const customerScreens = { path: 'customers', right: 'customers.read' } as const

/** What staff proposed and a second person decides. */
const proposals = {
  key: 'proposals',
  right: 'proposals.use',
  defaultSort: '-proposedAt',
  columns: {
    action: { type: 'choice', choices: proposalKinds, choiceTexts: 'proposalKind', width: 220 },
    /** What it is about, as people call it. */
    about: { type: 'text', isOptional: true, width: 160 },
    state: { type: 'choice', choices: proposalStates, choiceTexts: 'proposalState', width: 120 },
    /** What it moves at most; empty without a bound. */
    amountUsd: { type: 'money', isOptional: true, width: 130 },
    /** What one person had moved in the 24 hours before. */
    earlierUsd: { type: 'money', isHidden: true, width: 130 },
    customer: { type: 'person', isOptional: true, screens: customerScreens, width: 180 },
    reason: { type: 'text', isOptional: true, width: 220 },
    proposedBy: { type: 'person', width: 150 },
    proposedAt: { type: 'time', isSortable: true, width: 150 },
    expiresAt: { type: 'time', width: 150 },
    decidedBy: { type: 'person', isOptional: true, width: 150 },
    decidedAt: { type: 'time', isOptional: true, width: 150 },
    decisionReason: { type: 'text', isOptional: true, isHidden: true, width: 220 },
  },
} as const satisfies ListDeclaration

/** What staff, tools and the server did. Programs read its file by the sequence of the columns. */
const audit = {
  key: 'audit',
  right: 'audit.read',
  defaultSort: '-at',
  hasNumberIds: true,
  isFileWhole: true,
  columns: {
    position: { type: 'number', width: 90 },
    at: { type: 'time', isSortable: true, width: 150 },
    actor: {
      type: 'choice',
      choices: auditActors,
      choiceTexts: 'auditActor',
      isCodeInFile: true,
      isHidden: true,
      width: 130,
    },
    /** Empty for tools and the server itself. */
    person: { type: 'person', isOptional: true, width: 150 },
    action: { type: 'choice', choices: auditActions, choiceTexts: 'auditAction', isCodeInFile: true, width: 220 },
    subjectKind: {
      type: 'choice',
      choices: auditSubjectKinds,
      choiceTexts: 'auditSubject',
      isCodeInFile: true,
      width: 150,
    },
    subjectId: { type: 'reference', isCodeInFile: true, width: 180 },
    customer: { type: 'person', isOptional: true, isCodeInFile: true, screens: customerScreens, width: 180 },
    before: { type: 'text', isUnfiltered: true, isHidden: true, width: 220 },
    after: { type: 'text', isUnfiltered: true, isHidden: true, width: 220 },
    /** Empty if none was given, and if it was erased with its customer. */
    reason: { type: 'text', isOptional: true, width: 260 },
    /** Id of the request, as in the log; empty for tools. */
    requestId: { type: 'text', isOptional: true, isHidden: true, width: 200 },
    /** SHA-256 in hexadecimal digits. */
    hash: { type: 'text', isUnfiltered: true, isHidden: true, width: 320 },
  },
} as const satisfies ListDeclaration

/** What happened to the security of accounts in the last 90 days. */
const securityEvents = {
  key: 'security-events',
  right: 'audit.read',
  defaultSort: '-at',
  hasNumberIds: true,
  columns: {
    at: { type: 'time', isSortable: true, width: 150 },
    event: { type: 'choice', choices: securityEventKinds, choiceTexts: 'securityEvent', width: 240 },
    customer: { type: 'person', isOptional: true, screens: customerScreens, width: 180 },
    member: { type: 'person', isOptional: true, width: 150 },
    /** A keyed hash: equal for equal networks of this installation. Empty for the command line. */
    network: { type: 'text', isOptional: true, width: 220 },
    /** A route, a sign-in service or an error code. */
    detail: { type: 'text', isOptional: true, width: 320 },
    /** More than one for repeats of an event within a minute. */
    repeats: { type: 'number', width: 90 },
  },
} as const satisfies ListDeclaration

/** Every list of the back office, by its key. */
export const staffLists = {
  orders,
  customers,
  claims,
  'additional-costs': additionalCosts,
  mails,
  'expert-questions': expertQuestions,
  production,
  trays,
  proposals,
  audit,
  'security-events': securityEvents,
} as const satisfies Record<string, ListDeclaration>

export type StaffLists = typeof staffLists
export type StaffListKey = keyof StaffLists
export const staffListKeys = Object.keys(staffLists) as StaffListKey[]
