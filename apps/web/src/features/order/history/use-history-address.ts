import { type OrderStatus, orderStatuses } from '@cotation/domain'
import { useListAddress } from '#ui/use-list-address.ts'

const statusOf = (text: string): OrderStatus | '' => orderStatuses.find((status) => status === text) ?? ''
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const dayOf = (text: string): string => (isDay(text) ? text : '')

/** Reads the filters of the order history from the URL, ignoring invalid values. */
export function useHistoryAddress() {
  const address = useListAddress()
  const { search, page } = address
  const asked = {
    search,
    status: statusOf(address.status),
    from: dayOf(address.from),
    to: dayOf(address.to),
    page,
  }

  return {
    ...address,
    asked,
    isNarrowed: [asked.search, asked.status, asked.from, asked.to].some((value) => value !== ''),
    isBackwards: asked.from !== '' && asked.to !== '' && asked.from > asked.to,
    reset: () => address.narrow({ search: '', status: '', from: '', to: '' }),
  }
}

export type HistoryAddress = ReturnType<typeof useHistoryAddress>
