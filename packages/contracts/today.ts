import { currencies, languages, maxFollowed, staffTaskKinds, taskHolderFilters, taskNotices } from '@cotation/domain'
import { z } from 'zod'
import { nothing, requiredReason } from './fields.ts'
import { liveEvent } from './live.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** The tasks that one answer lists; the counts cover all. */
export const maxListedTasks = 200

const kind = z.enum(staffTaskKinds, 'INVALID_VALUE')

const holder = z.strictObject({ id: z.uuid(), name: z.string(), isCaller: z.boolean(), since: time })

/** Something that waits for a member of staff. */
export const staffTaskView = z.strictObject({
  kind,
  /** Names the task together with its kind. */
  subjectId: z.uuid(),
  /** The newest row that the task covers: of messages about an order the last, else the subject. */
  newestId: z.uuid(),
  /** What the task's page shows, such as an order. */
  targetId: z.string(),
  /** A number, a part, a queue or a topic. */
  title: z.string(),
  /** The company or name of the customer who waits; empty if none is known. */
  customer: z.string(),
  amountMinor: z.int().nullable(),
  currency: z.enum(currencies),
  since: time,
  dueAt: time,
  holder: holder.nullable(),
})

export type StaffTaskView = z.output<typeof staffTaskView>

export const todayView = z.strictObject({
  /** All tasks that the caller may see, whatever the filter. Kinds without any are left out. */
  counts: z.array(z.strictObject({ kind, total: z.int(), late: z.int(), mine: z.int(), free: z.int() })),
  /** The tasks that match the filter and are due first, at most 200. */
  tasks: z.array(staffTaskView),
  now: time,
})

export type TodayView = z.output<typeof todayView>

const noticeChoices = z.strictObject({
  language: z.enum(languages, 'INVALID_VALUE'),
  choices: z.array(z.strictObject({ kind, notice: z.enum(taskNotices, 'INVALID_VALUE') })).max(staffTaskKinds.length),
})

export type NoticeChoices = z.output<typeof noticeChoices>

const ofTask = {
  method: 'POST',
  access: 'staff',
  right: 'staff.self',
  params: z.strictObject({ kind, subjectId: z.uuid('INVALID_VALUE') }),
} as const

/** What waits for staff. Every role sees the tasks of its rights; others answer NOT_FOUND. */
export const todayRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/today',
    access: 'staff',
    right: 'staff.self',
    summary: 'What waits for the caller, sorted by due time, with counts by kind',
    query: z.strictObject({
      kind: kind.optional(),
      holder: z.enum(taskHolderFilters, 'INVALID_VALUE').default('all'),
    }),
    output: todayView,
    errors: [],
  }),
  hold: route({
    ...ofTask,
    path: '/global/staff/today/{kind}/{subjectId}/hold',
    summary: 'Takes a task that nobody holds (idempotent)',
    output: staffTaskView,
    errors: ['NOT_FOUND', 'STAFF_TASK_TAKEN'],
  }),
  release: route({
    ...ofTask,
    path: '/global/staff/today/{kind}/{subjectId}/release',
    summary: 'Gives a task back that the caller holds (idempotent)',
    output: staffTaskView,
    errors: ['NOT_FOUND'],
  }),
  takeOver: route({
    ...ofTask,
    path: '/global/staff/today/{kind}/{subjectId}/take-over',
    summary: 'Takes a task over from a colleague, with a reason',
    body: z.strictObject({
      reason: requiredReason,
      /** From whom: a task that another person holds by now is refused. */
      holderId: z.uuid('INVALID_VALUE'),
    }),
    output: staffTaskView,
    errors: ['NOT_FOUND', 'STAFF_TASK_TAKEN'],
  }),
  done: route({
    ...ofTask,
    path: '/global/staff/today/{kind}/{subjectId}/done',
    summary: 'Marks a task as done that nothing else ends, such as a contact message',
    body: z.strictObject({
      /** `newestId` of the task as the caller has seen it: what came later still waits. */
      seenId: z.uuid('INVALID_VALUE'),
    }),
    output: nothing,
    errors: ['NOT_FOUND', 'STAFF_TASK_TAKEN'],
  }),
  follow: route({
    method: 'POST',
    path: '/global/staff/today/live',
    access: 'staff',
    right: 'staff.self',
    summary: 'Streams the kinds of tasks of which one appeared, changed hands or ended, and changes of orders',
    /** Orders that the caller shows. They need the right to read orders. */
    body: z.strictObject({ orderIds: z.array(z.uuid('INVALID_VALUE')).max(maxFollowed, 'TOO_MANY') }),
    output: { events: liveEvent },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
    limits: [{ by: 'session', max: 600, windowSeconds: 600 }],
  }),
  contactMessage: route({
    method: 'GET',
    path: '/global/staff/contact-message/{messageId}',
    access: 'staff',
    right: 'customers.read',
    summary: 'A message that was sent with the contact form',
    params: z.strictObject({ messageId: z.uuid('INVALID_VALUE') }),
    output: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      topic: z.string(),
      message: z.string(),
      language: z.enum(languages),
      createdAt: time,
    }),
    errors: ['NOT_FOUND'],
  }),
  notices: route({
    method: 'GET',
    path: '/global/staff/me/notices',
    access: 'staff',
    right: 'staff.self',
    summary: 'When the caller gets mails about which tasks, in which language',
    output: noticeChoices,
    errors: [],
  }),
  chooseNotices: route({
    method: 'PATCH',
    path: '/global/staff/me/notices',
    access: 'staff',
    right: 'staff.self',
    summary: 'Changes the language of the mails, or when the caller gets one about a kind of task',
    body: noticeChoices.partial(),
    output: noticeChoices,
    errors: [],
  }),
}
