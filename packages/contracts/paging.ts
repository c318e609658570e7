import { z } from 'zod'

/** The page of a list, the first by default. */
export const paging = {
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
}

/** The same in a JSON body. */
export const pagingBody = z.strictObject({
  page: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(100).default(20),
})

export const time = z.iso.datetime()

/** A calendar day, "2026-03-02". */
export const day = z.iso.date()
