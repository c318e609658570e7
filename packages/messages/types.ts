import type account from './en/account.json'
import type addresses from './en/addresses.json'
import type app from './en/app.json'
import type auth from './en/auth.json'
import type balance from './en/balance.json'
import type campaign from './en/campaign.json'
import type centre from './en/centre.json'
import type checkout from './en/checkout.json'
import type cli from './en/cli.json'
import type configuration from './en/configuration.json'
import type coupons from './en/coupons.json'
import type errors from './en/errors.json'
import type files from './en/files.json'
import type geometry from './en/geometry.json'
import type lines from './en/lines.json'
import type mail from './en/mail.json'
import type orders from './en/orders.json'
import type panel from './en/panel.json'
import type papers from './en/papers.json'
import type parts from './en/parts.json'
import type payment from './en/payment.json'
import type pricing from './en/pricing.json'
import type quotation from './en/quotation.json'
import type quote from './en/quote.json'
import type simulator from './en/simulator.json'
import type site from './en/site.json'
import type terms from './en/terms.json'
import type tour from './en/tour.json'
import type validation from './en/validation.json'
import type viewer from './en/viewer.json'

/** The shape of the English texts, which gives `useTranslations` typed keys. */
export interface Messages {
  account: typeof account
  addresses: typeof addresses
  app: typeof app
  auth: typeof auth
  balance: typeof balance
  campaign: typeof campaign
  centre: typeof centre
  checkout: typeof checkout
  cli: typeof cli
  configuration: typeof configuration
  coupons: typeof coupons
  errors: typeof errors
  files: typeof files
  geometry: typeof geometry
  lines: typeof lines
  mail: typeof mail
  orders: typeof orders
  panel: typeof panel
  papers: typeof papers
  parts: typeof parts
  payment: typeof payment
  pricing: typeof pricing
  quotation: typeof quotation
  quote: typeof quote
  simulator: typeof simulator
  site: typeof site
  terms: typeof terms
  tour: typeof tour
  validation: typeof validation
  viewer: typeof viewer
}
