import { exportAnswers, exportStandings } from '@cotation/domain'
import { z } from 'zod'
import { requiredReason } from './fields.ts'
import { time } from './paging.ts'
import { projectParams } from './project.ts'
import { route } from './route.ts'

/** What a project's owner sees of the export-control question. */
export const exportControlView = z.strictObject({
  standing: z.enum(exportStandings),
  /** Null until the question is answered. */
  answer: z.enum(exportAnswers).nullable(),
  answeredAt: time.nullable(),
  /** The parts were ordered with this answer, which stays as it is. */
  isFixed: z.boolean(),
})

export type ExportControlView = z.output<typeof exportControlView>

export const exportControlRoutes = {
  answer: route({
    method: 'POST',
    path: '/global/project/{projectId}/export-control',
    access: 'customer',
    summary: 'Answers whether the parts of a project are subject to export control',
    params: projectParams,
    body: z
      .strictObject({
        answer: z.enum(exportAnswers, 'EXPORT_ANSWER_REQUIRED'),
        /** The customer confirms the answer "no". */
        confirmed: z.boolean().default(false),
      })
      .refine(({ answer, confirmed }) => answer !== 'no' || confirmed, {
        path: ['confirmed'],
        error: 'EXPORT_NOT_CONFIRMED',
      }),
    output: exportControlView,
    errors: ['NOT_FOUND', 'EXPORT_ANSWER_FIXED'],
  }),
}

export const exportControlStaffRoutes = {
  clear: route({
    method: 'POST',
    path: '/global/staff/project/{projectId}/export-control',
    access: 'staff',
    right: 'checks.release',
    summary: 'Clears a project whose parts may be subject to export control, so that it can be ordered (idempotent)',
    params: projectParams,
    body: z.strictObject({
      reason: requiredReason,
      /** The files that were reviewed. Others in the project refuse the clearance; left out, it covers all. */
      uploadIds: z.array(z.uuid('INVALID_VALUE')).max(2000).optional(),
    }),
    output: exportControlView,
    errors: ['NOT_FOUND', 'EXPORT_UNANSWERED', 'EXPORT_PARTS_CHANGED'],
  }),
}
