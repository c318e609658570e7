import { type Configuration, findOption, findService } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useLanguage } from '#lib/texts/i18n.tsx'

/** The services of a line in the reader's words; none while the catalogue that names them is not there. */
export function useServiceNames(configuration: Configuration | null): string[] {
  const { language } = useLanguage()
  // Accepted risks are told by themselves.
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
