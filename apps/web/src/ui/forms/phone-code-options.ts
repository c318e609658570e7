interface Country {
  country: string
  phoneCode: string
}

export interface PhoneCodeOption {
  value: string
  label: string
}

/**
 * One option per code, "+44 Guernesey, Jersey, Royaume-Uni": several countries share a code, and
 * only the code is stored, so an option per country could not be shown again when the form comes
 * back.
 */
export function phoneCodeOptions(countries: readonly Country[], language: string): PhoneCodeOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const collator = new Intl.Collator(language)
  const byCode = new Map<string, string[]>()
  for (const { country, phoneCode } of countries) {
    byCode.set(phoneCode, [...(byCode.get(phoneCode) ?? []), names.of(country) ?? country])
  }

  return [...byCode]
    .map(([value, sharing]) => ({ value, names: sharing.sort(collator.compare).join(', ') }))
    .sort((a, b) => collator.compare(a.names, b.names))
    .map((option) => ({ value: option.value, label: `${option.value} ${option.names}` }))
}
