import { promisedDates } from '@cotation/pricing'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'

/**
 * Converts working days to the ISO date on which a part ordered now is shipped. Returns undefined
 * until the catalogue with the calendar has loaded.
 */
export function useReadyDays(): (workingDays: number) => string | undefined {
  const catalogue = useQuery(catalogueQuery).data?.catalogue
  return useMemo(() => {
    const orderedAt = Date.now()
    return (workingDays) =>
      catalogue && promisedDates({ orderedAt, workingDays, transitDays: [0, 0], country: 'FR' }, catalogue).ship
  }, [catalogue])
}
