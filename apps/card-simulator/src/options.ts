import type { Language } from '@cotation/domain'
import type { Html } from '@cotation/html'
import type { FastifyReply } from 'fastify'
import type { SimulatorDb } from './objects.repository.ts'
import type { SimulatorSecrets } from './secrets.ts'

export interface Page {
  language: Language
  title: string
  body: Html
  /** The sources that the page's Content-Security-Policy allows for its forms. */
  formAction: string
}

export interface SimulatorOptions {
  db: SimulatorDb
  clock: () => Date
  log: { debug(facts: object, text: string): void }
  /** A text of the `simulator` messages. */
  texts: (language: Language, key: string) => string
  /** Sends a page in the host's frame, without any script. */
  sendPage: (reply: FastifyReply, page: Page) => FastifyReply
  secrets: SimulatorSecrets
  /** Where the payer's browser reaches the payment pages, without a trailing slash. */
  publicUrl: string
  /** Where the product receives webhooks. */
  webhookUrl: () => string
}

export interface BackgroundWork {
  start(): void
  /** Checks at once instead of at the next poll. */
  kick(): void
  stop(): Promise<void>
}

export interface Simulator extends SimulatorOptions {
  work: BackgroundWork
}
