import type { AddressView } from '@cotation/contracts'
import { phoneText, postalLines } from '@cotation/places'
import { countryName } from '#lib/texts/country-name.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './address.module.css'

type Shown = Omit<AddressView, 'id' | 'isDefault' | 'updatedAt'>

/** An address as written on a parcel, then the contact data. */
export function AddressLines({ address }: { address: Shown }) {
  const t = useTranslations('address')
  const { language } = useLanguage()
  const { firstName, lastName, company, country, vatNumber } = address
  const name = `${firstName} ${lastName}`
  // A recipient's company repeats the name (spec 5): shown once.
  const companyLines = company === '' || company === name ? [] : [company]
  const written = [...companyLines, ...postalLines(address), countryName(country, language)]

  return (
    <span className={classes.lines}>
      <span className={classes.name}>{name}</span>
      {written.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span className={classes.soft}>{phoneText(address.phoneCode, address.phone)}</span>
      {vatNumber ? <span className={classes.soft}>{t('vatLine', { number: vatNumber })}</span> : null}
    </span>
  )
}

/** A short name that distinguishes addresses: "Zoe Martin, 12 rue des Lilas". */
export const addressName = ({ firstName, lastName, line1 }: AddressView): string => `${firstName} ${lastName}, ${line1}`
