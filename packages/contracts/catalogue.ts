import type { Catalogue } from '@cotation/domain'
import { z } from 'zod'
import { requiredText, text } from './fields.ts'
import { route } from './route.ts'

/** The author of versions that ship with a release. Staff cannot use this name. */
export const packagedAuthor = 'packaged'

/** Staff's note on a version. */
export const catalogueNote = z.strictObject({
  author: requiredText(80).refine((name) => name !== packagedAuthor, 'INVALID_VALUE'),
  comment: text(500),
})

/**
 * Rates are those that customers pay, with overhead and margin. Only the type is declared: the
 * catalogue is validated when it is saved and when it is read.
 */
export const catalogueAnswer = z.strictObject({
  version: z.string(),
  validFrom: z.iso.datetime(),
  catalogue: z
    .custom<Catalogue>((value) => typeof value === 'object' && value !== null)
    .describe(
      'Technologies, processes, materials, services, rules, rates as sold, lead times, shipping, tax and loyalty',
    ),
})

export const catalogueRoutes = {
  current: route({
    method: 'GET',
    path: '/global/catalogue/current',
    access: 'public',
    summary: 'The current catalogue: what can be made, and all figures behind prices',
    output: catalogueAnswer,
    errors: [],
    cache: 'validated',
  }),
  version: route({
    method: 'GET',
    path: '/global/catalogue/version',
    access: 'public',
    summary: 'A current or former catalogue version, for quotes priced with it',
    query: z.strictObject({ version: z.string().regex(/^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,3}$/, 'INVALID_VALUE') }),
    output: catalogueAnswer,
    errors: ['NOT_FOUND'],
    cache: 'for-ever',
  }),
}
