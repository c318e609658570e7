import { leadTiers, technologySlugs, uploadLimits } from '@cotation/domain'
import { z } from 'zod'
import { materialId } from './configuration-schema.ts'
import { nothing, requiredText, text } from './fields.ts'
import { activityEntry, projectSummary, projectView } from './quote-views.ts'
import { type Limit, route } from './route.ts'

export const projectParams = z.strictObject({ projectId: z.uuid('INVALID_VALUE') })
const name = requiredText(120, 'PROJECT_NAME_REQUIRED')
const service = z.enum(technologySlugs, 'SERVICE_REQUIRED')
/** False leaves the process of new lines to their parts; a service counts as chosen without it. */
const serviceChosen = z.boolean().optional()
const country = z.string('COUNTRY_INVALID').regex(/^[A-Z]{2}$/, 'COUNTRY_INVALID')

const sha256 = z.string('INVALID_VALUE').regex(/^[0-9a-f]{64}$/, 'INVALID_VALUE')

/** 256 random bits, base64url. */
export const shareKey = z.string().regex(/^[\w-]{43}$/, 'INVALID_VALUE')

const own = ['NOT_FOUND'] as const

/** What the calls about one project have in common. */
const ofProject = { access: 'visitor', params: projectParams, output: projectView, errors: own } as const

/** With 200 lines these take half a second of the server. */
const repricingLimits = [{ by: 'session', max: 60, windowSeconds: 600 }] as const satisfies readonly Limit[]

export const projectRoutes = {
  visitor: route({
    method: 'POST',
    path: '/global/quote/visitor',
    access: 'public',
    summary: 'Issues a temporary token to a visitor who agrees to the quoting terms',
    body: z.strictObject({ agreeDisclaimer: z.literal(true, 'DISCLAIMER_NOT_AGREED') }),
    output: z.strictObject({ accessToken: z.string(), expiresIn: z.int() }),
    errors: ['RATE_LIMITED'],
    limits: [
      { by: 'ip', max: 20, windowSeconds: 60 },
      { by: 'ip', max: 200, windowSeconds: 86_400 },
    ],
    // One person needs one token a day.
    workAfterCalls: 5,
  }),
  create: route({
    method: 'POST',
    path: '/global/project',
    access: 'visitor',
    summary:
      'Creates a project; its lines start with the material, the service or, if that is open, what suits the part',
    body: z.strictObject({ name, service, serviceChosen, materialId: materialId.optional() }),
    output: projectView,
    errors: ['QUOTA_EXCEEDED'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  list: route({
    method: 'GET',
    path: '/global/project',
    access: 'visitor',
    summary: 'The projects of the caller, most recently changed first',
    query: z.strictObject({
      search: text(100).optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.strictObject({ projects: z.array(projectSummary), total: z.int() }),
    errors: [],
  }),
  sameFiles: route({
    method: 'POST',
    path: '/global/quote/same-files',
    access: 'visitor',
    summary: 'The files of the caller’s projects with these contents, most recently changed project first',
    body: z.strictObject({ digests: z.array(sha256).min(1).max(uploadLimits.filesPerProject, 'TOO_MANY') }),
    output: z.strictObject({
      files: z.array(
        z.strictObject({
          sha256: z.string(),
          uploadId: z.uuid(),
          projectId: z.uuid(),
          projectName: z.string(),
          /** Its lines there are ordered, so their quantities are fixed. */
          isOrdered: z.boolean(),
        }),
      ),
    }),
    errors: [],
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
  get: route({
    ...ofProject,
    method: 'GET',
    path: '/global/project/{projectId}',
    summary: 'A project with its lines, or only its revision if the caller has seen that one',
    query: z.strictObject({ seen: z.coerce.number().int().min(0).max(2_147_483_647).optional() }),
    output: z.strictObject({
      revision: z.int(),
      project: projectView.nullable(),
      /** Lead times that brought nothing and that this read replaced, so that the line costs less. */
      cheaperLeads: z
        .array(z.strictObject({ lineId: z.uuid(), from: z.enum(leadTiers), to: z.enum(leadTiers) }))
        .optional(),
    }),
  }),
  update: route({
    ...ofProject,
    method: 'PATCH',
    path: '/global/project/{projectId}',
    summary: 'Renames a project, changes its service or the country that it is delivered to',
    body: z.strictObject({
      name: name.optional(),
      service: service.optional(),
      serviceChosen,
      country: country.optional(),
    }),
  }),
  remove: route({
    ...ofProject,
    method: 'DELETE',
    path: '/global/project/{projectId}',
    summary: 'Removes a project; it can be restored for 30 days',
    output: nothing,
  }),
  restore: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/restore',
    summary: 'Restores a removed project',
  }),
  duplicate: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/duplicate',
    summary: 'Copies a project and prices it with the current catalogue',
    body: z.strictObject({ name }),
    errors: [...own, 'QUOTA_EXCEEDED'],
    limits: repricingLimits,
  }),
  requote: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/requote',
    summary: 'Prices a project again with the current catalogue, for another 30 days',
    limits: repricingLimits,
  }),
  share: route({
    ...ofProject,
    method: 'POST',
    path: '/global/project/{projectId}/share',
    summary: 'Creates a read-only link to the project; revokes an older one',
    output: z.strictObject({ key: z.string() }),
  }),
  unshare: route({
    ...ofProject,
    method: 'DELETE',
    path: '/global/project/{projectId}/share',
    summary: 'Revokes the read-only link',
    output: nothing,
  }),
  shared: route({
    method: 'POST',
    path: '/global/quote/shared',
    access: 'public',
    summary: 'The project behind a read-only link',
    body: z.strictObject({ key: shareKey }),
    output: projectView,
    errors: own,
    limits: [{ by: 'ip', max: 120, windowSeconds: 60 }],
  }),
  activity: route({
    ...ofProject,
    method: 'GET',
    path: '/global/project/{projectId}/activity',
    summary: 'Who changed what in the project, newest first, 50 entries at a time',
    query: z.strictObject({
      before: z
        .string()
        .regex(/^[1-9]\d{0,17}$/, 'INVALID_VALUE')
        .optional(),
    }),
    output: z.strictObject({
      entries: z.array(activityEntry),
      /** Whether there are entries older than the last one. */
      hasOlder: z.boolean(),
    }),
  }),
  quotation: route({
    ...ofProject,
    method: 'GET',
    path: '/global/project/{projectId}/quotation',
    summary: 'The quotation as a PDF, in the language of the request',
    output: { bytes: ['application/pdf'] },
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
}
