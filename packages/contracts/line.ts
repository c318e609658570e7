import { uploadLimits } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { z } from 'zod'
import { configurationInput } from './configuration-schema.ts'
import { email, multilineText, requiredMultilineText, requiredText } from './fields.ts'
import { projectParams, shareKey } from './project.ts'
import { lineView, projectView, uploadView } from './quote-views.ts'
import { route } from './route.ts'

export const lineParams = projectParams.extend({ lineId: z.uuid('INVALID_VALUE') })
const lineIds = z.array(z.uuid('INVALID_VALUE')).min(1, 'REQUIRED').max(uploadLimits.filesPerProject, 'TOO_MANY')

const ruleIds = z
  .array(z.string().regex(/^[a-zA-Z0-9][\w.-]{0,59}$/, 'INVALID_VALUE'))
  .min(1)
  .max(100, 'TOO_MANY')

/** A file that the client is about to upload. Its name is only a label. */
const announced = (maxBytes: number) =>
  z.strictObject({
    name: requiredText(uploadLimits.nameLength),
    bytes: z.int('INVALID_VALUE').min(1, 'INVALID_VALUE').max(maxBytes, 'FILE_TOO_LARGE'),
  })

/** Where the part is shown, by its id or the digest of a key, and which thumbnail. Opaque to clients. */
const thumbnailKey = z.string().regex(/^[a-z-]{1,20}\.[0-9a-f-]{32,64}\.[A-Za-z0-9_-]{22}$/, 'INVALID_VALUE')

const own = ['NOT_FOUND'] as const
/** Ordered lines stay as they were ordered. */
const unordered = [...own, 'LINE_ORDERED'] as const
const changed = z.strictObject({ revision: z.int(), lines: z.array(lineView) })

/** What the calls about one line have in common. */
const ofLine = { access: 'visitor', params: lineParams, output: changed, errors: own } as const
/** What the calls about lines of a project have in common. */
const ofProject = { ...ofLine, params: projectParams } as const

export const lineRoutes = {
  add: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/lines',
    summary: 'Announces uploads: one line per file, split later if a file has several bodies',
    body: z.strictObject({
      files: z
        .array(announced(uploadLimits.partBytes))
        .min(1, 'REQUIRED')
        .max(uploadLimits.filesPerProject, 'TOO_MANY'),
    }),
    errors: [...own, 'QUOTA_EXCEEDED', 'STORAGE_FULL', 'TOO_MANY_FILES', 'BUSY'],
    maxBodyBytes: 256 * 1024,
  }),
  addStored: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/lines/stored',
    summary: 'Adds lines for files that were uploaded before',
    body: z.strictObject({ uploadIds: lineIds }),
    errors: [...own, 'TOO_MANY_FILES'],
  }),
  update: route({
    ...ofProject,
    method: 'PATCH',
    path: '/global/project/{projectId}/lines',
    summary: 'Changes lines, all or none; returns them with the server’s price',
    body: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            lineId: z.uuid('INVALID_VALUE'),
            name: requiredText(uploadLimits.nameLength).optional(),
            configuration: configurationInput.optional(),
            comment: multilineText(2000).optional(),
            attachmentIds: z.array(z.uuid('INVALID_VALUE')).max(uploadLimits.attachmentsPerLine, 'TOO_MANY').optional(),
          }),
        )
        .min(1, 'REQUIRED')
        .max(uploadLimits.filesPerProject, 'TOO_MANY'),
    }),
    maxBodyBytes: 2 * 1024 * 1024,
    errors: unordered,
    // One edit per second for ten minutes: no person edits that fast.
    limits: [{ by: 'session', max: 600, windowSeconds: 600 }],
  }),
  remove: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/lines/remove',
    summary: 'Removes lines; they can be restored for 30 days',
    body: z.strictObject({ lineIds }),
    output: projectView,
  }),
  restore: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/lines/restore',
    summary: 'Restores removed lines',
    body: z.strictObject({ lineIds }),
    output: projectView,
    errors: [...own, 'TOO_MANY_FILES'],
  }),
  transfer: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/lines/transfer',
    summary: 'Moves or copies lines to another project of the caller, or within one',
    body: z.strictObject({ lineIds, toProjectId: z.uuid('INVALID_VALUE'), copy: z.boolean() }),
    output: projectView,
    errors: [...own, 'TOO_MANY_FILES'],
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
  replaceFile: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/file',
    summary: 'Announces a revised file for a line: the configuration stays',
    body: announced(uploadLimits.partBytes),
    errors: [...unordered, 'QUOTA_EXCEEDED', 'STORAGE_FULL', 'BUSY'],
  }),
  attach: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/attachment',
    summary: 'Announces a drawing, artwork or instructions for a line (PDF, PNG, JPEG)',
    body: announced(uploadLimits.attachmentBytes),
    output: z.strictObject({ upload: uploadView, revision: z.int(), lines: z.array(lineView) }),
    errors: [...unordered, 'QUOTA_EXCEEDED', 'STORAGE_FULL', 'TOO_MANY_FILES'],
  }),
  setUnit: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/unit',
    summary: 'Sets the unit of the line’s STL file and measures it again',
    body: z.strictObject({ unit: z.enum(['mm', 'cm', 'm', 'inch', 'foot'], 'INVALID_VALUE') }),
    errors: unordered,
  }),
  notify: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/notify',
    summary: 'Sends a mail when the analysis of the line’s file is done',
    body: z.strictObject({ email }),
    limits: [{ by: 'session', max: 20, windowSeconds: 3600 }],
  }),
  accept: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/accept',
    summary: 'Accepts the risk of findings, one by one',
    body: z.strictObject({ ruleIds }),
    errors: [...unordered, 'FINDING_NOT_ACCEPTABLE'],
  }),
  withdraw: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/withdraw',
    summary: 'Revokes the acceptance of findings',
    body: z.strictObject({ ruleIds }),
    errors: unordered,
  }),
  askExpert: route({
    ...ofLine,
    method: 'POST',
    path: '/global/project/{projectId}/line/{lineId}/expert',
    summary: 'Asks an expert for a price; the answer appears on the line and by mail',
    body: z.strictObject({ question: requiredMultilineText(2000, 'QUESTION_REQUIRED'), email }),
    limits: [
      { by: 'session', max: 60, windowSeconds: 3600 },
      { by: 'ip', max: 120, windowSeconds: 3600 },
    ],
    errors: [...unordered, 'PART_NOT_ANALYSED'],
  }),
  recallExpert: route({
    ...ofLine,
    method: 'DELETE',
    path: '/global/project/{projectId}/line/{lineId}/expert',
    summary: 'Withdraws the question, or discards the expert’s price',
    errors: unordered,
  }),
  facts: route({
    ...ofLine,
    method: 'GET',
    path: '/global/project/{projectId}/line/{lineId}/facts',
    summary: 'All facts about the line’s part: holes, walls, pockets … (mm)',
    output: z.strictObject({
      analysis: z
        .custom<PartAnalysis>((value) => typeof value === 'object' && value !== null)
        .describe('The file, with the one body of the line'),
    }),
  }),
  mesh: route({
    ...ofLine,
    method: 'GET',
    path: '/global/project/{projectId}/line/{lineId}/mesh',
    summary: 'The mesh of the line’s part in the product’s own format',
    output: { bytes: ['application/octet-stream'] },
  }),
  sharedMesh: route({
    method: 'POST',
    path: '/global/quote/shared/mesh',
    access: 'public',
    summary: 'The mesh of a line’s part through a read-only link',
    body: z.strictObject({ key: shareKey, lineId: z.uuid('INVALID_VALUE') }),
    output: { bytes: ['application/octet-stream'] },
    errors: own,
    limits: [{ by: 'ip', max: 240, windowSeconds: 60 }],
  }),
  thumbnail: route({
    method: 'GET',
    path: '/global/quote/thumbnail/{thumbnailKey}',
    access: 'public',
    summary: 'A thumbnail of a part, by the key that a view of the part names',
    params: z.strictObject({ thumbnailKey }),
    output: { bytes: ['image/webp', 'image/png'] },
    errors: own,
    cache: 'private-day',
    load: 'shed-last',
  }),
}
