import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import lists from '#ui/list.module.css'
import { Pager } from '#ui/pager.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import { bookQuery } from './address.api.ts'
import classes from './address-book.module.css'
import { AddressCard } from './address-card.tsx'
import { RemoveAddresses } from './remove-addresses.tsx'

interface AddressListProps {
  book: AddressBook
  listAddress: ListAddress
  onAdd: () => void
  onEdit: (address: AddressView) => void
}

export function AddressList({ book, listAddress, onAdd, onEdit }: AddressListProps) {
  const t = useTranslations('address')
  const { search, page, find } = listAddress
  const list = useQuery(bookQuery(book, { search, page }))
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<readonly AddressView[]>([])

  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />

  const { addresses, total } = list.data
  if (total === 0 && search !== '') {
    const reset = (
      <Button variant="secondary" onClick={() => find('')}>
        {t('none.reset')}
      </Button>
    )
    return <EmptyState title={t('none.title')} text={t('none.text', { search })} action={reset} />
  }

  if (total === 0) {
    const action = <Button onClick={onAdd}>{t('add')}</Button>
    return <EmptyState title={t(`books.${book}.emptyTitle`)} text={t(`books.${book}.emptyText`)} action={action} />
  }

  // Only visible addresses can be selected: another page or search drops the others from the
  // selection.
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
        onRemove={() => setRemoving(selected)}
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
            onRemove={() => setRemoving([address])}
          />
        ))}
      </ul>
      <Pager address={listAddress} total={total} />
      {removing.length > 0 ? (
        <RemoveAddresses
          book={book}
          addresses={removing}
          onDone={() => setMarked(new Set())}
          onClose={() => setRemoving([])}
        />
      ) : null}
    </>
  )
}

interface SelectionBarProps {
  shown: number
  selected: number
  onSelectAll: (all: boolean) => void
  onRemove: () => void
}

/** Selects all shown addresses and removes the selected ones. */
function SelectionBar({ shown, selected, onSelectAll, onRemove }: SelectionBarProps) {
  const t = useTranslations('address')
  return (
    <div className={classes.selection}>
      <Checkbox
        label={t('selectAll')}
        checked={selected === shown}
        indeterminate={selected > 0 && selected < shown}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
      <span role="status">{selected > 0 ? t('selected', { count: selected }) : null}</span>
      {selected > 0 ? (
        <Button size="xs" variant="quietDanger" onClick={onRemove}>
          {t('deleteSelected')}
        </Button>
      ) : null}
    </div>
  )
}
