import { useNavigate, useSearch } from '@tanstack/react-router'

export const pageSize = 20

/** What a list shows stands in the address: a reload, a link and the way back all find the same. */
export function useListAddress() {
  const { search = '', page: asked = '1' } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
  return {
    search,
    page,
    find: (text: string) =>
      void navigate({
        to: '.',
        search: ({ page: _, search: __, ...rest }) => (text === '' ? rest : { ...rest, search: text }),
        replace: true,
      }),
    turnTo: (to: number) =>
      void navigate({ to: '.', search: (current) => ({ ...current, page: String(to) }), replace: true }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
