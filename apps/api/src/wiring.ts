import { getSimulatorSecrets } from '@cotation/card-simulator'
import { plainVatNumber } from '@cotation/domain'
import { createAnalysisPool } from '@cotation/geometry-host'
import { sql } from 'kysely'
import { type CaptchaProvider, createCaptchaProvider } from '#adapters/captcha.provider.ts'
import type { CardGateway } from '#adapters/card.ts'
import { manualCarriers } from '#adapters/carrier.manual.ts'
import { PostgresChangeFeed } from '#adapters/change-feed.ts'
import { freeBytesOf } from '#adapters/disk-space.ts'
import type { FileStore } from '#adapters/files.ts'
import type { Log } from '#adapters/log.ts'
import { areMailsHeld, createHeldSender } from '#adapters/mail.held.ts'
import { createMailboxSender } from '#adapters/mail.mailbox.ts'
import { createRecordedSender } from '#adapters/mail.recorded.ts'
import { createSmtpSender } from '#adapters/mail.smtp.ts'
import type { MailSender } from '#adapters/mail.ts'
import { createPasswordHasher } from '#adapters/password-hash.ts'
import { createOidcSignIn } from '#adapters/sign-in.oidc.ts'
import { UploadLocker } from '#adapters/upload-locker.ts'
import { createViesService } from '#adapters/vat.vies.ts'
import { type Config, requireOwnBrand } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import { findOtherAddress, otherAddressLine, recordFirstAddress } from '#core/installation-address.ts'
import { createJobs } from '#core/jobs.ts'
import { requireSellerCountry } from '#core/seller-country.ts'
import { loadTexts } from '#core/texts.ts'
import type { Tracer } from '#core/tracing.ts'
import type { Db } from '#db/database.ts'
import { createMailRecords } from '#features/mail/mail.repository.ts'
import { createMailboxStore } from '#features/mailbox/mailbox.repository.ts'
import { serverAddress } from '#http/server-address.ts'
import { allJobs } from './app.ts'
import { createCaptchaGate } from './core/captcha-gate.ts'
import { getInstallationSecret } from './core/installation-secret.ts'
import { PaperMaker } from './core/paper-maker.ts'
import { queuePasswords } from './core/password-queue.ts'
import { ProofOfWork } from './core/proof-of-work.ts'
import { createRateLimiter } from './core/rate-limit.ts'
import { SecretVault } from './core/secret-vault.ts'
import { SecurityEvents } from './core/security-events.ts'
import { StorageRoom } from './core/storage-room.ts'
import { ThreadPool } from './core/thread-pool.ts'
import { ThumbnailKeys } from './core/thumbnail-keys.ts'
import { endDemoStaffSessions, requireTrialEnded } from './demo-end.ts'
import { openFileStore, openUploadStore } from './file-store.ts'
import { warnOfUnknownRoles } from './money/solo-action.ts'
import { type Closers, closeAll, openProductDatabase } from './product-database.ts'

export interface Wired {
  deps: Deps
  /** Stops jobs, then connections, then the embedded database if no other process uses it. */
  close(): Promise<void>
}

export const mailFrom = (config: Config) => config.mailFrom ?? `${config.brand.name} <${config.brand.email}>`

function plainMailSender(config: Config, db: Db, clock: () => Date, files: FileStore): MailSender {
  const from = mailFrom(config)
  if (!config.smtp) return createMailboxSender(createMailboxStore(db, clock), from)

  const areHeld = async () => (await areMailsHeld(files)) || (await findOtherAddress(db, config)) !== null
  return createHeldSender(createSmtpSender({ url: config.smtp, from }), areHeld)
}

/** Says why this process sends no mails to customers. */
async function warnOfHeldMails(config: Config, db: Db, files: FileStore, log: Log): Promise<void> {
  if (await areMailsHeld(files))
    log.warn({}, 'mails are held: restored from a backup; to send them: npm run mails -- release')

  // Without a mail server, mails stay in the mailbox of this installation.
  const other = config.smtp ? await findOtherAddress(db, config) : null
  if (other !== null) log.warn({}, otherAddressLine(other, config))
}

export async function cardGateway(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'ownAddress'>,
): Promise<CardGateway | null> {
  const { config, clock } = deps
  if (!config.card) return null

  const { createStripeCards } = await import('#adapters/card.stripe.ts')
  if (config.card.kind === 'stripe') {
    const { api, ...keys } = config.card
    return createStripeCards({ ...keys, clock, api: () => (api ? new URL(api) : null) })
  }

  const keys = await getSimulatorSecrets(deps.db, clock())
  return createStripeCards({ ...keys, clock, api: () => serverAddress(config.host, deps.ownAddress.port) })
}

const gib = 1024 ** 3

function storageRoom({ s3, dataDir, diskReserveGib }: Config, log: Log): StorageRoom {
  const freeBytes = s3 ? async () => Number.POSITIVE_INFINITY : () => freeBytesOf(dataDir)
  return new StorageRoom({ freeBytes, reserveBytes: diskReserveGib * gib, log })
}

function captchaProvider({ captchaProvider: provider, publicUrl }: Config, log: Log): CaptchaProvider | null {
  if (!provider) return null
  const { verifyUrl, secret } = provider
  return createCaptchaProvider({ verifyUrl, secret, hostname: new URL(publicUrl).hostname, log })
}

const vatService = ({ viesApi, vatNumber }: Config) =>
  viesApi === null ? null : createViesService({ api: viesApi, requester: plainVatNumber(vatNumber) })

/** Loads nothing without a collector: most installations have none. */
async function openTracer({ collector }: Config, log: Log): Promise<Tracer | null> {
  if (!collector) return null

  const { SpanExporter } = await import('#adapters/span-exporter.ts')
  const { CollectorTracer } = await import('./core/tracer.ts')
  return new CollectorTracer(new SpanExporter(collector, log), collector.ratio)
}

/** One at a time: what it does is downloaded part by part, so that nobody waits long. */
const threadLimits = {
  maxRunning: 1,
  maxWaiting: 40,
  maxWaitingPerOwner: 5,
  maxRunMs: 30_000,
  maxIdleMs: 60_000,
  maxHeapMb: 256,
}

/** Creates the dependencies that the configuration names. If one fails, the others are closed. */
export async function wire(config: Config, options: { log: Log; clock?: () => Date }): Promise<Wired> {
  const closers: Closers = []
  const close = () => closeAll(closers)
  try {
    const clock = options.clock ?? (() => new Date(Date.now() + config.clockOffsetMs))
    return { deps: await wireDeps(config, options.log, clock, closers), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Wires a server or worker; refuses a company with which customers must not be served. */
export async function wireForCustomers(config: Config, options: { log: Log }): Promise<Wired> {
  requireOwnBrand(config)
  const wired = await wire(config, options)
  try {
    requireSellerCountry(config, await wired.deps.catalogues.inForce())
    return wired
  } catch (error) {
    await wired.close()
    throw error
  }
}

/** Pushes a closer for each part that must be closed, in the sequence of their creation. */
async function wireDeps(config: Config, log: Log, clock: () => Date, closers: Closers): Promise<Deps> {
  const tracer = await openTracer(config, log)
  if (tracer) closers.push(() => tracer.close())

  const { sessionConnectionString, db, catalogues } = await openProductDatabase(config, log, clock, closers, tracer)
  await requireTrialEnded(config, db)
  await endDemoStaffSessions(config, db)
  await warnOfUnknownRoles({ config, log }, db)
  // Fails the start if this release cannot read the catalogue: better no price than a wrong one.
  await catalogues.inForce()

  // One more for the worker that only takes customers' files.
  const analysis = createAnalysisPool({ processes: config.analysisProcesses + 1 })
  closers.push(() => analysis.close())

  const papers = new PaperMaker()
  closers.push(() => papers.close())

  const threads = new ThreadPool(threadLimits)
  closers.push(() => threads.close())

  const jobs = await createJobs(sessionConnectionString, log, { tracer })
  closers.push(() => jobs.stop())

  const locker = new UploadLocker(sessionConnectionString)
  closers.push(() => locker.close())

  const notify = async (channel: string, payload: string) =>
    void (await sql`select pg_notify(${channel}, ${payload})`.execute(db))
  const changes = new PostgresChangeFeed({ connectionString: sessionConnectionString, notify })
  closers.push(() => changes.close())

  const files = await openFileStore(config)
  await recordFirstAddress(db, config, clock())
  await warnOfHeldMails(config, db, files, log)

  const installationSecret = await getInstallationSecret(files)
  const securityEvents = new SecurityEvents({ db, clock, log, secret: installationSecret })
  closers.push(() => securityEvents.close())

  const limiter = createRateLimiter(db, clock)
  const ownAddress = { port: config.port }
  const deps: Deps = {
    analysis,
    cards: await cardGateway({ config, db, clock, ownAddress }),
    changes,
    config,
    clock,
    db,
    captcha: createCaptchaGate({ db, clock, provider: captchaProvider(config, log) }),
    carriers: manualCarriers,
    catalogues,
    files,
    jobs,
    limiter,
    log,
    mail: createRecordedSender(plainMailSender(config, db, clock, files), createMailRecords(db, clock), log),
    ownAddress,
    papers,
    // Both lanes of the queue together run this many at once.
    passwords: queuePasswords(createPasswordHasher({ concurrency: 4 })),
    proofOfWork: new ProofOfWork({ limiter, clock, secret: installationSecret, bits: config.proofOfWorkBits }),
    publicUrl: config.publicUrl,
    securityEvents,
    signIn: createOidcSignIn(config.signInProviders),
    storageRoom: storageRoom(config, log),
    texts: await loadTexts(),
    threads,
    thumbnails: new ThumbnailKeys(installationSecret),
    tracer,
    uploads: { ...(await openUploadStore(config)), locker },
    vault: new SecretVault(installationSecret),
    vat: vatService(config),
  }
  await jobs.declare(allJobs(deps))

  return deps
}
