import { useNavigate, useSearch } from '@tanstack/react-router'

export const pageSize = 20

/** The filters of a list; each list uses its own. */
interface ListFilters {
  search?: string
  status?: string
  from?: string
  to?: string
}

/**
 * Filters and page of a list are part of the address: reload, links and the back button show the
 * same.
 */
export function useListAddress() {
  const { search = '', status = '', from = '', to = '', page: rawPage = '1' } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const page = /^[1-9]\d{0,3}$/.test(rawPage) ? Number(rawPage) : 1

  /** Starts at the first page; empty filters are dropped from the address. */
  const narrow = (change: ListFilters) =>
    void navigate({
      to: '.',
      search: ({ page: _, ...rest }) =>
        Object.fromEntries(Object.entries({ ...rest, ...change }).filter(([, value]) => value !== '')),
      replace: true,
    })

  return {
    search,
    status,
    from,
    to,
    page,
    narrow,
    find: (text: string) => narrow({ search: text }),
    turnTo: (target: number) =>
      void navigate({ to: '.', search: (current) => ({ ...current, page: String(target) }), replace: true }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
