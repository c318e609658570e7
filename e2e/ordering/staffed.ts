import { test as base } from '../journey.ts'
import { Staff } from '../staff.ts'

/** A journey in which staff take part. */
export const test = base.extend<object, { staff: Staff }>({
  staff: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.PRODUCT_URL ?? '' })
      await use(await Staff.hire(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})
