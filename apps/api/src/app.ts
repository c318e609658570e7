import { join } from 'node:path'
import { getSimulatorSecrets, serveCardSimulator } from '@cotation/card-simulator'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { serveAccount } from '#features/account/account.routes.ts'
import { additionalCostJobs } from '#features/additional-cost/additional-cost.jobs.ts'
import { serveAdditionalCost } from '#features/additional-cost/additional-cost.routes.ts'
import { serveAddress } from '#features/address/address.routes.ts'
import { afterSaleJobs } from '#features/after-sale/after-sale.jobs.ts'
import { serveAfterSale } from '#features/after-sale/after-sale.routes.ts'
import { auditJobs } from '#features/audit/audit.jobs.ts'
import { serveAudit } from '#features/audit/audit.routes.ts'
import { authJobs } from '#features/auth/auth.jobs.ts'
import { serveAuth } from '#features/auth/auth.routes.ts'
import { findSession, openSession } from '#features/auth/session.service.ts'
import { balanceJobs } from '#features/balance/balance.jobs.ts'
import { serveBalance } from '#features/balance/balance.routes.ts'
import { serveCatalogue } from '#features/catalogue/catalogue.routes.ts'
import { serveCheckout } from '#features/checkout/checkout.routes.ts'
import { serveCoupon } from '#features/coupon/coupon.routes.ts'
import { serveCustomer } from '#features/customer/customer.routes.ts'
import { customerViewJobs } from '#features/customer-view/customer-view.jobs.ts'
import { serveCustomerView } from '#features/customer-view/customer-view.routes.ts'
import { findView } from '#features/customer-view/customer-view.service.ts'
import { serveHome } from '#features/home/home.routes.ts'
import { serveInspection } from '#features/inspection/inspection.routes.ts'
import { serveJob } from '#features/job/job.routes.ts'
import { serveLive } from '#features/live/live.routes.ts'
import { loyaltyJobs } from '#features/loyalty/loyalty.jobs.ts'
import { serveLoyalty } from '#features/loyalty/loyalty.routes.ts'
import { mailJobs } from '#features/mail/mail.jobs.ts'
import { serveMail } from '#features/mail/mail.routes.ts'
import { mailboxJobs } from '#features/mailbox/mailbox.jobs.ts'
import { createMailboxStore } from '#features/mailbox/mailbox.repository.ts'
import { serveMailbox } from '#features/mailbox/mailbox.routes.ts'
import { serveManager } from '#features/manager/manager.routes.ts'
import { serveMetrics } from '#features/metrics/metrics.routes.ts'
import { orderJobs } from '#features/order/order.jobs.ts'
import { serveOrder } from '#features/order/order.routes.ts'
import { serveOrderFile } from '#features/order-file/order-file.routes.ts'
import { orderMessageJobs } from '#features/order-message/order-message.jobs.ts'
import { serveOrderMessage } from '#features/order-message/order-message.routes.ts'
import { serveCardWebhook } from '#features/payment/card-webhook.routes.ts'
import { paymentJobs } from '#features/payment/payment.jobs.ts'
import { servePayment } from '#features/payment/payment.routes.ts'
import { personalDataJobs } from '#features/personal-data/personal-data.jobs.ts'
import { servePersonalData } from '#features/personal-data/personal-data.routes.ts'
import { serveProduction } from '#features/production/production.routes.ts'
import { proposalJobs } from '#features/proposal/proposal.jobs.ts'
import { serveProposal } from '#features/proposal/proposal.routes.ts'
import { quoteJobs } from '#features/quote/quote.jobs.ts'
import { serveQuote } from '#features/quote/quote.routes.ts'
import { referralJobs } from '#features/referral/referral.jobs.ts'
import { serveReferral } from '#features/referral/referral.routes.ts'
import { securityEventJobs } from '#features/security-event/security-event.jobs.ts'
import { siteJobs } from '#features/site/site.jobs.ts'
import { serveSite } from '#features/site/site.routes.ts'
import { staffAccessJobs } from '#features/staff-access/staff-access.jobs.ts'
import { serveStaffAccess } from '#features/staff-access/staff-access.routes.ts'
import { serveStaffList } from '#features/staff-list/staff-list.routes.ts'
import { todayJobs } from '#features/today/today.jobs.ts'
import { serveToday } from '#features/today/today.routes.ts'
import { serveTray } from '#features/tray/tray.routes.ts'
import { serveTus } from '#features/upload/receiving/tus.routes.ts'
import { uploadJobs } from '#features/upload/upload.jobs.ts'
import { serveUpload } from '#features/upload/upload.routes.ts'
import { serveApiPages } from '#http/api-pages.ts'
import { serveCaptchaFrame } from '#http/captcha-frame.ts'
import { createServe } from '#http/gateway.ts'
import { serveHealth } from '#http/health.ts'
import { type LoopDelay, measureLoopDelay } from '#http/loop-delay.ts'
import { sendPlainPage } from '#http/plain-page.ts'
import { measureRequests } from '#http/request-metrics.ts'
import { traceRequests } from '#http/request-traces.ts'
import { createHttpServer } from '#http/server.ts'
import { serverAddress } from '#http/server-address.ts'
import { serveSitemap } from '#http/sitemap.ts'
import { serveWebApp } from '#http/web-app.ts'

const builtWebApp = join(import.meta.dirname, '../../web/dist')

/** The HTTP server with the routes of all slices. */
export async function createApp(
  deps: Deps,
  isStopping: () => boolean = () => false,
  delay: LoopDelay = measureLoopDelay(),
): Promise<FastifyInstance> {
  const { config, db, clock } = deps
  const app = await createHttpServer(config, deps.texts, delay)
  const requests = measureRequests(app)
  if (deps.tracer) traceRequests(app, deps.tracer)
  app.addHook('onSend', async (_request, reply) => {
    // A proxy sends its next request to another server then.
    if (isStopping()) reply.header('connection', 'close')
  })
  app.addHook('onListen', async () => {
    const address = app.server.address()
    if (typeof address === 'object' && address) deps.ownAddress.port = address.port
  })

  // Streams would otherwise keep the server open until the end of the drain time.
  app.addHook('preClose', () => deps.changes.close())

  serveHealth(app, { db, storageRoom: deps.storageRoom, isStopping, now: () => deps.clock().getTime() })
  serveMetrics(app, deps, { requests, delay })
  serveSitemap(app, {
    publicUrl: deps.publicUrl,
    materialIds: async () => {
      const { catalogue } = await deps.catalogues.inForce()
      return catalogue.materials.filter(({ available }) => available).map(({ id }) => id)
    },
  })
  await serveWebApp(app, builtWebApp, {
    publicUrl: deps.publicUrl,
    catalogueVersion: async () => (await deps.catalogues.inForce()).catalogue.version,
    hasFrames: config.captchaProvider !== null,
  })
  await app.register(
    async (gateway) => {
      if (config.isMaintenance) gateway.addHook('onRequest', refuseDuringMaintenance)

      if (config.captchaProvider) serveCaptchaFrame(gateway, config.captchaProvider)
      if (config.apiDocs) serveApiPages(gateway, config.brand.name)
      if (config.mailbox) serveMailbox(gateway, createMailboxStore(db, clock), deps.texts)

      const serve = createServe({
        app: gateway,
        clock,
        openSession: async (token, limit) => {
          const opened = await openSession(db, clock(), token, limit)
          return opened.session ? opened : { session: await findView(db, clock(), token), waitSeconds: null }
        },
        limiter: deps.limiter,
        proofOfWork: deps.proofOfWork,
        securityEvents: deps.securityEvents,
        secureCookies: deps.publicUrl.startsWith('https:'),
      })

      serveAccount(serve, deps)
      serveAdditionalCost(serve, deps)
      serveAddress(serve, deps)
      serveAfterSale(serve, deps)
      serveAudit(serve, deps)
      serveAuth(serve, deps)
      serveBalance(serve, deps)
      serveCatalogue(serve, deps)
      serveCheckout(serve, deps)
      serveCoupon(serve, deps)
      serveCustomer(serve, deps)
      serveCustomerView(serve, deps)
      serveHome(serve, deps)
      serveInspection(serve, deps)
      serveJob(serve, deps)
      serveLive(serve, deps)
      serveLoyalty(serve, deps)
      serveMail(serve, deps)
      serveManager(serve, deps)
      serveOrder(serve, deps)
      serveOrderFile(serve, deps)
      serveOrderMessage(serve, deps)
      servePayment(serve, deps)
      servePersonalData(serve, deps)
      serveProduction(serve, deps)
      serveProposal(serve, deps)
      serveQuote(serve, deps)
      serveReferral(serve, deps)
      serveSite(serve, deps)
      serveStaffAccess(serve, deps)
      serveToday(serve, deps)
      serveTray(serve, deps)
      serveStaffList(serve, deps)
      serveUpload(serve, deps)

      await gateway.register(serveCardWebhook(deps), { prefix: '/webhook' })
      await gateway.register(
        serveTus(deps, (token) => findSession(db, clock(), token)),
        { prefix: '/upload' },
      )
    },
    { prefix: '/gateway' },
  )
  if (config.card?.kind === 'simulator') await app.register(await cardSimulator(deps))

  return app
}

/** Webhooks are refused too: the provider sends them again. */
async function refuseDuringMaintenance(): Promise<void> {
  throw new AppError('UPGRADING', { retryAfterSeconds: 300 })
}

/** The simulated card provider, which sends its webhooks to this same server. */
export async function cardSimulator({ config, db, clock, log, texts, publicUrl, ownAddress }: Deps) {
  return serveCardSimulator({
    db,
    clock,
    log,
    publicUrl,
    secrets: await getSimulatorSecrets(db, clock()),
    sendPage: sendPlainPage,
    texts: (language, key) => texts(language, 'simulator', key),
    webhookUrl: () => new URL('/gateway/webhook/card', serverAddress(config.host, ownAddress.port)).href,
  })
}

/** The background jobs of all slices. */
export function allJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    ...additionalCostJobs(deps),
    ...afterSaleJobs(deps),
    ...auditJobs(deps),
    ...authJobs(deps),
    ...balanceJobs(deps),
    ...customerViewJobs(deps),
    ...loyaltyJobs(deps),
    ...mailboxJobs(deps),
    ...mailJobs(deps),
    ...orderJobs(deps),
    ...orderMessageJobs(deps),
    ...paymentJobs(deps),
    ...personalDataJobs(deps),
    ...proposalJobs(deps),
    ...quoteJobs(deps),
    ...referralJobs(deps),
    ...securityEventJobs(deps),
    ...siteJobs(deps),
    ...staffAccessJobs(deps),
    ...todayJobs(deps),
    ...uploadJobs(deps),
  ]
}
