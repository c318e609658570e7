import { z } from 'zod'

/** Which page of a list; the first where nothing is said. */
export const paging = {
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
}

/** The same in a body, where numbers are numbers. */
export const pagingBody = z.strictObject({
  page: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(100).default(20),
})

export const time = z.iso.datetime()

/** A calendar day, "2026-03-02". */
export const day = z.iso.date()
