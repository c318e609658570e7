import { z } from 'zod'
import { nothing, text } from './fields.ts'
import { uploadView } from './quote-views.ts'
import { route } from './route.ts'

export const uploadParams = z.strictObject({ uploadId: z.uuid('INVALID_VALUE') })
const own = ['NOT_FOUND'] as const

/**
 * The bytes go to `/gateway/upload` by the tus protocol (1.0, creation, termination), with the
 * upload's id as the metadata `uploadId` and the same Bearer token, in chunks of at most
 * `uploadLimits.chunkBytes`. The resource is `/gateway/upload/{uploadId}`.
 */
export const uploadRoutes = {
  received: route({
    method: 'POST',
    path: '/global/upload/{uploadId}/received',
    access: 'visitor',
    summary: 'Reports that all bytes were sent, in case the server died before it noticed (idempotent)',
    params: uploadParams,
    output: uploadView,
    errors: [...own, 'UPLOAD_INCOMPLETE', 'BUSY'],
  }),
  history: route({
    method: 'GET',
    path: '/global/upload/history',
    access: 'customer',
    summary: 'All uploads of the customer, newest first, with state and expiry',
    query: z.strictObject({
      search: text(100).optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.strictObject({
      uploads: z.array(
        z.strictObject({
          upload: uploadView,
          thumbnailId: z.string().nullable(),
          /** The projects that use it. */
          projects: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
        }),
      ),
      total: z.int(),
    }),
    errors: [],
  }),
  remove: route({
    method: 'DELETE',
    path: '/global/upload/{uploadId}',
    access: 'visitor',
    summary: 'Removes a file that no line uses',
    params: uploadParams,
    output: nothing,
    errors: [...own, 'UPLOAD_IN_USE'],
  }),
  content: route({
    method: 'GET',
    path: '/global/upload/{uploadId}/content',
    access: 'visitor',
    ownOnly: true,
    summary: 'The uploaded file',
    params: uploadParams,
    output: { bytes: ['application/octet-stream'] },
    errors: own,
  }),
}
