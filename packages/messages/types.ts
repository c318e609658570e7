import type account from './en/account.json'
import type app from './en/app.json'
import type auth from './en/auth.json'
import type campaign from './en/campaign.json'
import type cli from './en/cli.json'
import type configuration from './en/configuration.json'
import type errors from './en/errors.json'
import type geometry from './en/geometry.json'
import type mail from './en/mail.json'
import type parts from './en/parts.json'
import type pricing from './en/pricing.json'
import type quote from './en/quote.json'
import type site from './en/site.json'
import type terms from './en/terms.json'
import type validation from './en/validation.json'
import type viewer from './en/viewer.json'

/** The catalogue's shape, taken from the English texts: gives typed keys to `useTranslations`. */
export interface Messages {
  account: typeof account
  app: typeof app
  auth: typeof auth
  campaign: typeof campaign
  cli: typeof cli
  configuration: typeof configuration
  errors: typeof errors
  geometry: typeof geometry
  mail: typeof mail
  parts: typeof parts
  pricing: typeof pricing
  quote: typeof quote
  site: typeof site
  terms: typeof terms
  validation: typeof validation
  viewer: typeof viewer
}
