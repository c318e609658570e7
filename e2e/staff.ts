import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { test as base, consoleErrors } from './journey.ts'

const run = promisify(execFile)
const tool = join(import.meta.dirname, '../apps/api/src/tools/staff-tool.ts')

/** Runs the operator's command. */
const staffTool = (...words: string[]) =>
  run(process.execPath, [tool, ...words], { env: { ...process.env, DATA_DIR: process.env.PRODUCT_DATA ?? '' } })

/** The link with which a new administrator enrols. */
export async function printedLink(name: string, email: string): Promise<string> {
  const { stdout } = await staffTool('add', '--name', name, '--email', email, '--role', 'administrator')
  const path = /\/manufacture\/staff\/enrolment#key=\S+/.exec(stdout)?.[0]
  if (!path) throw new Error('the command printed no link')
  return path
}

/** A member of staff, created by the operator's command, who calls the staff API. */
export class Staff {
  readonly #request: APIRequestContext
  readonly #token: string
  readonly email: string

  private constructor(request: APIRequestContext, token: string, email: string) {
    this.#request = request
    this.#token = token
    this.email = email
  }

  static async hire(request: APIRequestContext, role = 'administrator', name = 'Léa Petit'): Promise<Staff> {
    const email = `staff-${randomUUID()}@example.com`
    // Adding a person prints an enrolment link, whose key opens nothing yet.
    await staffTool('add', '--name', name, '--email', email, '--role', role)
    const { stdout } = await staffTool('token', '--email', email)
    const token = /[\w-]{43}/.exec(stdout)?.[0]
    if (!token) throw new Error('the command gave no token')

    return new Staff(request, token, email)
  }

  /** Opens a screen of the back office in a browser in which this person is signed in. */
  async open(page: Page, path: string): Promise<void> {
    await this.signIn(page)
    await page.goto(`/manufacture/staff/${path}`)
  }

  async call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
    const answer = await this.#request.fetch(`/gateway/global/staff/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body && { data: body }),
    })
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200)
    return ((await answer.json()) as { data: unknown }).data
  }

  /** Opens the staff side in a browser as this member. */
  async signIn(page: Page): Promise<void> {
    const stored = JSON.stringify({ value: this.#token })
    await page.addInitScript((token) => {
      // Other pages, and the frame of a mail, do not belong to the app.
      if (location.pathname.startsWith('/manufacture')) localStorage.setItem('staff.token', token)
    }, stored)
  }

  async uploadPicture(path: string, buffer: Buffer): Promise<void> {
    const answer = await this.#request.fetch(`/gateway/global/staff/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}` },
      multipart: { image: { name: 'picture.png', mimeType: 'image/png', buffer } },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
}

interface StaffWindow {
  page: Page
  context: BrowserContext
  /** Fails if there was an error in the console. */
  close(): Promise<void>
}

/** A browser of their own in which a member of staff is signed in. */
export async function openStaffWindow(
  browser: Browser,
  staff: Staff,
  options: BrowserContextOptions = {},
  provokedErrors?: RegExp,
): Promise<StaffWindow> {
  const context = await browser.newContext(options)
  const errors = consoleErrors(context, provokedErrors)
  const page = await context.newPage()
  await staff.signIn(page)

  return {
    page,
    context,
    async close() {
      await context.close()
      expect(errors, 'errors in the console of staff').toEqual([])
    },
  }
}

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
