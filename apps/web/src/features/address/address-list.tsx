import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import lists from '#ui/list/list-page.module.css'
import { Pager } from '#ui/list/pager.tsx'
import type { ListAddress } from '#ui/list/use-list-address.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LoadingState } from '#ui/states/loading-state.tsx'
import { bookQuery } from './address.api.ts'
import classes from './address-book.module.css'
import { AddressCard } from './address-card.tsx'
import { RemoveAddresses } from './remove-addresses.tsx'
import { SelectionBar } from './selection-bar.tsx'

interface AddressListProps {
  book: AddressBook
  place: ListAddress
  onAdd: () => void
  onEdit: (address: AddressView) => void
}

export function AddressList({ book, place, onAdd, onEdit }: AddressListProps) {
  const t = useTranslations('addresses')
  const { search, page, find } = place
  const list = useQuery(bookQuery(book, { search, page }))
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [leaving, setLeaving] = useState<readonly AddressView[]>([])

  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />

  const { addresses, total } = list.data
  if (total === 0 && search !== '') {
    const reset = (
      <Button variant="default" onClick={() => find('')}>
        {t('none.reset')}
      </Button>
    )
    return <EmptyState title={t('none.title')} text={t('none.text', { search })} action={reset} />
  }

  if (total === 0) {
    const action = <Button onClick={onAdd}>{t('add')}</Button>
    return <EmptyState title={t(`books.${book}.emptyTitle`)} text={t(`books.${book}.emptyText`)} action={action} />
  }

  // What is marked is what one sees: another page, or a search, leaves nothing marked behind.
  const selected = addresses.filter(({ id }) => marked.has(id))
  const mark = (id: string, on: boolean) => {
    const shown = new Set(selected.map((address) => address.id))
    if (on) shown.add(id)
    else shown.delete(id)
    setMarked(shown)
  }

  return (
    <>
      <p className={lists.count} role="status">
        {t('count', { count: total })}
      </p>
      <SelectionBar
        shown={addresses.length}
        selected={selected.length}
        onSelectAll={(all) => setMarked(new Set(all ? addresses.map(({ id }) => id) : []))}
        onRemove={() => setLeaving(selected)}
      />
      <ul className={`${classes.cards} ${lists.renewed}`} aria-busy={list.isPlaceholderData}>
        {addresses.map((address) => (
          <AddressCard
            key={address.id}
            book={book}
            address={address}
            marked={marked.has(address.id)}
            onMark={(on) => mark(address.id, on)}
            onEdit={() => onEdit(address)}
            onRemove={() => setLeaving([address])}
          />
        ))}
      </ul>
      <Pager address={place} total={total} />
      {leaving.length > 0 ? (
        <RemoveAddresses
          book={book}
          addresses={leaving}
          onDone={() => setMarked(new Set())}
          onClose={() => setLeaving([])}
        />
      ) : null}
    </>
  )
}
