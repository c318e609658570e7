import type { AnalysisPool } from '@cotation/geometry-host'
import type { FileStore } from '#adapters/files/files.ts'
import type { MailSender } from '#adapters/mail/mail.ts'
import type { PasswordHasher } from '#adapters/password-hash.ts'
import type { CardGateway } from '#adapters/payments/card.ts'
import type { SignIn } from '#adapters/sign-in/sign-in.ts'
import type { Uploads } from '#adapters/uploads/uploads.ts'
import type { Db } from '#db/database.ts'
import type { CatalogueShelf } from '#features/catalogue/catalogue-shelf.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { CaptchaGate } from '#src/guards/captcha-gate.ts'
import type { RateLimiter } from '#src/guards/rate-limit.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Texts } from './texts.ts'

/** What a service may need from outside, wired once in `wiring.ts` and by hand in tests. */
export interface Deps {
  /** Processes that read untrusted files; started when the first file comes. */
  analysis: AnalysisPool
  config: Config
  captcha: CaptchaGate
  /** Null where this installation takes no cards. */
  cards: CardGateway | null
  catalogues: CatalogueShelf
  clock: () => Date
  db: Db
  files: FileStore
  jobs: Jobs
  limiter: RateLimiter
  log: Log
  mail: MailSender
  /** Where this process reaches its own server, once that listens; a worker's is the one of the settings. */
  ownAddress: { port: number }
  passwords: PasswordHasher
  /** Where customers reach the product, without a slash at the end; links in mails start with it. */
  publicUrl: string
  signIn: SignIn
  texts: Texts
  /** Bytes on their way in; once all are there they go to `files`. */
  uploads: Uploads
}
