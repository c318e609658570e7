import { promisedDates } from '@cotation/pricing'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'

/** The day (ISO) on which a part ordered now leaves the workshop, by its working days; undefined until the calendar is there. */
export function useReadyDays(): (workingDays: number) => string | undefined {
  const catalogue = useQuery(catalogueQuery).data?.catalogue
  return useMemo(() => {
    const orderedAt = Date.now()
    return (workingDays) =>
      catalogue && promisedDates({ orderedAt, workingDays, transitDays: [0, 0], country: 'FR' }, catalogue).ship
  }, [catalogue])
}
