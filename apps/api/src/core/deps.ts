import type { AnalysisPool } from '@cotation/geometry-host'
import type { CardGateway } from '#adapters/card.ts'
import type { CarrierGateway } from '#adapters/carrier.ts'
import type { ChangeFeed } from '#adapters/change-feed.ts'
import type { FileStore } from '#adapters/files.ts'
import type { Log } from '#adapters/log.ts'
import type { MailSender } from '#adapters/mail.ts'
import type { SignIn } from '#adapters/sign-in.ts'
import type { Uploads } from '#adapters/uploads.ts'
import type { VatService } from '#adapters/vat.ts'
import type { Jobs } from '#core/jobs.ts'
import type { Db } from '#db/database.ts'
import type { CaptchaGate } from './captcha-gate.ts'
import type { CatalogueCache } from './catalogue-cache.ts'
import type { Config } from './config.ts'
import type { PaperMaker } from './paper-maker.ts'
import type { Passwords } from './password-queue.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { SecretVault } from './secret-vault.ts'
import type { SecurityEvents } from './security-events.ts'
import type { StorageRoom } from './storage-room.ts'
import type { Texts } from './texts.ts'
import type { ThreadPool } from './thread-pool.ts'
import type { ThumbnailKeys } from './thumbnail-keys.ts'
import type { Tracer } from './tracing.ts'

/** Everything that services need from outside; `wiring.ts` creates it, tests build their own. */
export interface Deps {
  /** Child processes that read untrusted files; they start with the first file. */
  analysis: AnalysisPool
  config: Config
  captcha: CaptchaGate
  /** Null if the installation accepts no cards. */
  cards: CardGateway | null
  /** Announces parcels and asks where they are. */
  carriers: CarrierGateway
  catalogues: CatalogueCache
  /** What other requests and servers have committed, for open pages. */
  changes: ChangeFeed
  clock: () => Date
  db: Db
  files: FileStore
  jobs: Jobs
  limiter: RateLimiter
  log: Log
  mail: MailSender
  /** The port of this process's server once it listens; in a worker, the configured port. */
  ownAddress: { port: number }
  /** Documents as PDF. */
  papers: PaperMaker
  /** Hashes in turns of networks and customers. */
  passwords: Passwords
  /** Makes calls that programs abuse cost computing time. */
  proofOfWork: ProofOfWork
  /** Where customers reach the product, without a trailing slash; links in mails start with it. */
  publicUrl: string
  securityEvents: SecurityEvents
  signIn: SignIn
  /** Space for files. */
  storageRoom: StorageRoom
  texts: Texts
  /** For work on the server that would keep the event loop from other requests. */
  threads: ThreadPool
  thumbnails: ThumbnailKeys
  /** Null if no collector of traces is configured. */
  tracer: Tracer | null
  /** Unfinished uploads; complete ones move to `files`. */
  uploads: Uploads
  /** Encrypts secrets in the database with the installation's secret. */
  vault: SecretVault
  /** Null if no service is configured: VAT numbers stay unconfirmed unless staff release them. */
  vat: VatService | null
}
