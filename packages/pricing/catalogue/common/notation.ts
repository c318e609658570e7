/** How the tables of the packaged catalogue write amounts and lists. */

import type { ByCard } from '@cotation/domain'

/** An amount (USD) for each of the two rate cards. */
export const usd = (cn: number, eu: number): ByCard => ({ cn, eu })

/** Names separated by spaces: a list of families or countries is too long for one name a row. */
export const words = (...names: readonly string[]): readonly string[] => names.join(' ').split(' ')

/** Families of metals that are cut from stock. Magnesium is apart, because many treatments are not for it. */
export const machinedMetals = 'al steel tool-steel stainless brass copper bronze titanium'

/** Families of metals that are printed. Copper (`slm-cu`) is apart for the same reason. */
export const printedMetals = 'slm-steel slm-al slm-ti slm-ni slm-co'
