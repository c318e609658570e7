import type { Catalogue } from '@cotation/domain'
import { customs } from './customs.ts'
import { loyalty } from './loyalty.ts'
import { materials } from './materials/materials.ts'
import { processes, technologies } from './processes/processes.ts'
import { leadTimes, selling } from './selling.ts'
import { serviceRules, services } from './services/services.ts'
import { shipping } from './shipping.ts'
import { tax } from './tax.ts'
import { threads } from './threads.ts'
import { toleranceTables } from './tolerance-tables.ts'

/** The catalogue delivered with the product: the first version, and the base of later ones. */
export const packagedCatalogue: Catalogue = {
  version: '2026-11-17.3',
  technologies,
  processes,
  toleranceTables,
  materials,
  services,
  serviceRules,
  threads,
  selling,
  leadTimes,
  holidays: { workshop: 'CN', extra: [] },
  tax,
  shipping,
  customs,
  loyalty,
  ruleLimits: {},
}
