import {
  defaultColumns,
  type ListDeclaration,
  type ListFilter,
  parseListColumns,
  parseListFilter,
  parseListSort,
} from '@cotation/domain'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { searchText } from '../shared/search-text.ts'
import { staffAddress } from '../shared/staff-link.tsx'
import type { ListParameters } from './list-query.ts'

export interface ListAddress {
  search: string
  sort: string
  columns: readonly string[]
  filters: Readonly<Record<string, ListFilter>>
  /** What the address has and the list does not understand: an old link, or a typing error. */
  ignored: readonly string[]
  /** What the server is asked for. */
  parameters: ListParameters
  /** Sets parameters of the address; an empty one is removed. */
  change: (parameters: Record<string, string>) => void
  /** Removes search and filters. */
  clear: () => void
}

interface Parsed extends Pick<ListAddress, 'search' | 'sort' | 'columns' | 'filters' | 'ignored' | 'parameters'> {}

/**
 * Reads a list's address. What it does not understand is left out, so that the list is never broken. So are
 * the columns that `all` has and this person's list does not.
 */
export function parseListAddress(
  list: ListDeclaration,
  search: Readonly<Record<string, unknown>>,
  all: ListDeclaration = list,
): Parsed {
  const given = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const parameters: Record<string, string> = {}
  const ignored: string[] = []

  const sort = given('sort')
  const isSorted = sort !== '' && parseListSort(list, sort) !== null
  if (isSorted) parameters.sort = sort
  if (sort !== '' && !isSorted) ignored.push('sort')

  const columns = given('columns') === '' ? null : parseListColumns(list, given('columns'))
  if (columns) parameters.columns = columns.join(',')
  if (given('columns') !== '' && !columns) ignored.push('columns')

  const filters: Record<string, ListFilter> = {}
  for (const [name, column] of Object.entries(all.columns)) {
    const text = given(name)
    if (text === '') continue

    const filter = Object.hasOwn(list.columns, name) ? parseListFilter(column, text) : null
    if (filter) {
      filters[name] = filter
      parameters[name] = text
    } else ignored.push(name)
  }

  const searched = searchText(given('search'))
  if (searched !== '') parameters.search = searched

  return {
    search: searched,
    sort: isSorted ? sort : list.defaultSort,
    columns: columns ?? defaultColumns(list),
    filters,
    ignored,
    parameters,
  }
}

/** Search, filters, sort and columns of a list live in the address: links, reload and "back" show the same. */
export function useListAddress(list: ListDeclaration, all: ListDeclaration): ListAddress {
  const { params, search } = useMatch({ from: '/staff/$' })
  const { _splat: path = '' } = params
  const navigate = useNavigate()
  const parsed = useMemo(() => parseListAddress(list, { ...search }, all), [list, all, search])

  const change = (changes: Record<string, string>) => {
    const all: Record<string, unknown> = { ...search, ...changes }
    const kept = Object.entries(all).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    void navigate({ ...staffAddress({ path, search: Object.fromEntries(kept) }), replace: true })
  }

  const clear = () => {
    const names = ['search', 'sort', 'columns', ...Object.keys(all.columns)]
    const isKept = (name: string) => (name === 'sort' || name === 'columns') && !parsed.ignored.includes(name)
    change(Object.fromEntries(names.filter((name) => !isKept(name)).map((name) => [name, ''])))
  }

  return { ...parsed, change, clear }
}
