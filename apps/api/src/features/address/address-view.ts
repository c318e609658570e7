import type { AddressView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { AddressRow } from './address.repository.ts'
import { addressOf } from './address.service.ts'

export const addressViewOf = (row: AddressRow): AddressView => ({
  id: row.id,
  ...addressOf(row),
  isDefault: row.is_default,
  updatedAt: row.updated_at.toISOString(),
})

/** One line of a list to pick from: "12 rue des Lilas, 75001 Paris, France". */
export function shortViewOf(row: AddressRow, language: Language) {
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(row.country) ?? row.country
  const town = [row.postcode, row.city].filter(Boolean).join(' ')

  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    summary: [row.line1, row.line2, row.line3, town, row.state, country].filter(Boolean).join(', '),
    country: row.country,
    isDefault: row.is_default,
  }
}
