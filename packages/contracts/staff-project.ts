import { exportAnswers, exportStandings } from '@cotation/domain'
import { z } from 'zod'
import { findingText } from './expert-desk.ts'
import { configurationTexts } from './order-views.ts'
import { time } from './paging.ts'
import { projectParams } from './project.ts'
import { lineView, projectView } from './quote-views.ts'
import { route } from './route.ts'

const staffProjectLine = z.strictObject({
  line: lineView,
  /** The configuration in the caller's language. */
  description: z.strictObject(configurationTexts),
  /** What our checks found, in the caller's language. */
  findings: z.array(findingText),
  /** Staff cleared the file of this part of export control. */
  isCleared: z.boolean(),
})

export type StaffProjectLine = z.output<typeof staffProjectLine>

/** A project as staff see it. */
export const staffProjectView = z.strictObject({
  ...projectView.pick({ id: true, name: true, service: true, createdAt: true, updatedAt: true, validUntil: true })
    .shape,
  /** Null for a visitor without an account. */
  customer: z.strictObject({ id: z.uuid(), name: z.string(), company: z.string(), email: z.string() }).nullable(),
  exportControl: z.strictObject({
    standing: z.enum(exportStandings),
    /** Null until the question is answered. */
    answer: z.enum(exportAnswers).nullable(),
    answeredAt: time.nullable(),
    /** The last review by staff. Parts that were added since are not in it. */
    clearance: z.strictObject({ by: z.string(), at: time, reason: z.string() }).nullable(),
  }),
  lines: z.array(staffProjectLine),
})

export type StaffProjectView = z.output<typeof staffProjectView>

const ofProject = { access: 'staff', right: 'quotes.answer' } as const
const bytes = { bytes: ['application/octet-stream'] } as const

/** Projects of customers, as staff see them. */
export const staffProjectRoutes = {
  get: route({
    ...ofProject,
    method: 'GET',
    path: '/global/staff/project/{projectId}',
    summary: 'A project with its parts, their files and prices, and the export-control question',
    params: projectParams,
    output: staffProjectView,
    errors: ['NOT_FOUND'],
  }),
  mesh: route({
    ...ofProject,
    method: 'GET',
    path: '/global/staff/project/{projectId}/line/{lineId}/mesh',
    summary: 'The mesh of a part in the product’s own format',
    params: projectParams.extend({ lineId: z.uuid('INVALID_VALUE') }),
    output: bytes,
    errors: ['NOT_FOUND'],
  }),
  file: route({
    ...ofProject,
    method: 'GET',
    path: '/global/staff/project/{projectId}/file/{uploadId}',
    right: 'files.read',
    summary: 'The file of a part or a drawing, as the customer sent it; also one that cannot be read',
    params: projectParams.extend({ uploadId: z.uuid('INVALID_VALUE') }),
    output: bytes,
    errors: ['NOT_FOUND'],
  }),
}
