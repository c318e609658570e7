import { useNavigate, useSearch } from '@tanstack/react-router'

export const pageSize = 20

/** What narrows a list; a list knows its own. */
interface Narrowing {
  search?: string
  status?: string
  from?: string
  to?: string
}

/** What a list shows stands in the address: a reload, a link and the way back all find the same. */
export function useListAddress() {
  const { search = '', status = '', from = '', to = '', page: asked = '1' } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1

  /** A narrowed list begins at its first page; an empty word narrows nothing. */
  const narrow = (change: Narrowing) =>
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
