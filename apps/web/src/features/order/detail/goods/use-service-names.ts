import { type Configuration, findOption, findService } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useLanguage } from '#lib/texts/i18n.tsx'

/** The service names of a line in the current language, empty until the catalogue is loaded. */
export function useServiceNames(configuration: Configuration | null): string[] {
  const { language } = useLanguage()
  // Accepted risks are shown separately.
  const chosen = (configuration?.services ?? []).filter(({ id }) => id !== 'risk-acceptance')
  const { data } = useQuery({ ...catalogueQuery, enabled: chosen.length > 0 })
  if (!data) return []

  return chosen.flatMap(({ id, option }) => {
    const service = findService(data.catalogue, id)
    if (!service) return []

    const detail = findOption(service, option)?.name[language]
    const name = service.name[language]
    return [detail === undefined || detail === name ? name : `${name} (${detail})`]
  })
}
