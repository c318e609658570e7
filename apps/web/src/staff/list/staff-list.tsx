import type { ListAnswer, ListRow, ListValue } from '@cotation/contracts'
import { type ListDeclaration, listSeenWith, type StaffListKey, staffLists } from '@cotation/domain'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ExportButton } from '#ui/export-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { StaffPage } from '../shared/staff-page.tsx'
import { FilterBar } from './filter-bar.tsx'
import classes from './list.module.css'
import { exportList, listQuery } from './list-query.ts'
import { ListTable, type RowOpening } from './list-table.tsx'
import { useListTexts } from './list-value.tsx'
import { SavedViews } from './saved-views.tsx'
import { type ListAddress, useListAddress } from './use-list-address.ts'

interface StaffListProps extends RowOpening {
  list: StaffListKey
  intro?: ReactNode
  /** Shown beside the title. */
  actions?: ReactNode
  /** Above the search. */
  notice?: ReactNode
  /** What can be done with the selected rows; without it none can be selected. */
  bulk?: ((ids: readonly string[], done: () => void) => ReactNode) | undefined
  /** Instead of the table, with the same search and filters. */
  children?: ((address: ListAddress) => ReactNode) | undefined
}

/** A list of the back office: search, filters, views, columns, file, and its rows. */
export function StaffList({ list: key, intro, actions, notice, bulk, children, pathOf, onOpen }: StaffListProps) {
  const t = useTranslations('staff-list')
  const { rights } = useMember()
  const list = useMemo(() => listSeenWith(staffLists[key], rights), [key, rights])
  const address = useListAddress(list, staffLists[key])
  const may = useMay()
  const texts = useListTexts()

  return (
    <StaffPage title={t(`lists.${key}.title`)} intro={intro} actions={actions}>
      <Stack gap="sm">
        {notice}
        <Row justify="between">
          <SearchField
            label={t(`lists.${key}.search`)}
            value={address.search}
            onSearch={(search) => address.change({ search })}
          />
          <Row gap="xs">
            <SavedViews list={key} address={address} />
            <ColumnChoice list={list} address={address} />
            {may('data.export') ? <ExportList list={list} listKey={key} address={address} /> : null}
          </Row>
        </Row>
        <NamedFilters list={list} listKey={key} address={address} />
        {address.ignored.length > 0 ? (
          <Alert tone="warning">
            {t('ignored', { names: address.ignored.map((name) => ignoredName(name, texts, t)).join(', ') })}{' '}
            <Button variant="link" onClick={address.clear}>
              {t('filters.clear')}
            </Button>
          </Alert>
        ) : null}
        {children ? (
          children(address)
        ) : (
          <Results listKey={key} address={address} bulk={bulk} pathOf={pathOf} onOpen={onOpen} />
        )}
      </Stack>
    </StaffPage>
  )
}

function ExportList({ listKey: key, list, address }: PartProps & { list: ListDeclaration }) {
  const t = useTranslations('staff-list')
  const button = usePressAction<HTMLButtonElement>(t('export.label'))

  const save = async () => {
    const columns = list.isFileWhole ? Object.keys(list.columns) : address.columns
    const parameters = { ...address.parameters, columns: columns.join(',') }
    saveFile(await exportList(key, parameters), `${t(`lists.${key}.file`)}.csv`)
  }

  return <ExportButton ref={button} label={t('export.label')} save={save} />
}

function ignoredName(
  name: string,
  texts: ReturnType<typeof useListTexts>,
  t: ReturnType<typeof useTranslations<'staff-list'>>,
): string {
  if (name === 'sort') return t('sort')
  return name === 'columns' ? t('columnChoice.label') : texts.column(name)
}

interface PartProps {
  listKey: StaffListKey
  address: ListAddress
}

/** The names of persons in filters are known from the rows that match them. */
function NamedFilters({ listKey, list, address }: PartProps & { list: ListDeclaration }) {
  const { data } = useInfiniteQuery(listQuery(listKey, address.parameters))
  const names = useMemo(() => namesIn(data?.pages ?? []), [data])
  return <FilterBar list={list} address={address} names={names} />
}

function namesIn(pages: readonly ListAnswer[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const row of pages.flatMap(({ rows }) => rows)) {
    for (const value of Object.values(row) as ListValue[])
      if (value !== null && typeof value === 'object' && 'name' in value) names.set(value.id, value.name)
  }
  return names
}

interface ResultsProps extends PartProps, RowOpening, Pick<StaffListProps, 'bulk'> {}

function Results({ listKey, address, bulk, pathOf, onOpen }: ResultsProps) {
  const t = useTranslations('staff-list')
  const query = useInfiniteQuery(listQuery(listKey, address.parameters))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [showsKeys, setShowsKeys] = useState(false)
  const { hasNextPage, isFetching, fetchNextPage, isPlaceholderData } = query
  const onEnd = useCallback(() => {
    // Also not while the rows are read again: the next page would end that and pass old rows for new ones.
    if (hasNextPage && !isFetching && !isPlaceholderData) void fetchNextPage()
  }, [hasNextPage, isFetching, isPlaceholderData, fetchNextPage])
  const rows: readonly ListRow[] = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data])

  if (query.isLoadingError) return <ErrorState onRetry={() => void query.refetch()} />
  if (query.isPending) return <LoadingState />

  const count = query.data.pages[0]?.count ?? { rows: 0, isExact: true }
  const shownCount = t(count.isExact ? 'count.exact' : 'count.more', { count: count.rows })
  const isNarrowed = address.search !== '' || Object.keys(address.filters).length > 0
  if (rows.length === 0 && isPlaceholderData) return <LoadingState />
  if (rows.length === 0) return <NoRows listKey={listKey} isNarrowed={isNarrowed} onClear={address.clear} />

  const toggle = (ids: readonly string[]) => {
    const next = new Set(selected)
    for (const id of ids) if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const shownIds = rows.map(({ id }) => id).filter((id) => selected.has(id))

  return (
    <>
      <Row justify="between">
        <p className={classes.count} role="status">
          {isPlaceholderData ? t('count.updating') : shownCount}
        </p>
        <ActionButton variant="quiet" size="xs" className={classes.showKeys} onClick={() => setShowsKeys(true)}>
          {t('keys.title')}
        </ActionButton>
      </Row>
      {bulk && shownIds.length > 0 ? (
        <div className={classes.bulk}>
          <span role="status">{t('selection.count', { count: shownIds.length })}</span>
          {bulk(shownIds, () => setSelected(new Set()))}
        </div>
      ) : null}
      <ListTable
        list={staffLists[listKey]}
        address={address}
        label={t(`lists.${listKey}.title`)}
        rows={rows}
        pathOf={pathOf}
        onOpen={onOpen}
        selection={bulk ? { ids: selected, toggle } : undefined}
        hasMore={hasNextPage}
        isBusy={isPlaceholderData}
        onEnd={onEnd}
        onShowKeys={() => setShowsKeys(true)}
      />
      <Keys opened={showsKeys} onClose={() => setShowsKeys(false)} />
    </>
  )
}

interface NoRowsProps {
  listKey: StaffListKey
  isNarrowed: boolean
  onClear: () => void
}

function NoRows({ listKey, isNarrowed, onClear }: NoRowsProps) {
  const t = useTranslations('staff-list')
  if (!isNarrowed) return <EmptyState title={t(`lists.${listKey}.none`)} />

  return (
    <EmptyState
      title={t('noMatch')}
      text={t('noMatchText')}
      action={
        <ActionButton variant="secondary" size="sm" onClick={onClear}>
          {t('filters.clear')}
        </ActionButton>
      }
    />
  )
}

function ColumnChoice({ list, address }: { list: ListDeclaration; address: ListAddress }) {
  const t = useTranslations('staff-list.columnChoice')
  const texts = useListTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { columns } = address

  // The sequence of the declaration, so that a column always has its place.
  const toggle = (name: string) => {
    const chosen = Object.keys(list.columns).filter((one) =>
      one === name ? !columns.includes(name) : columns.includes(one),
    )
    if (chosen.length > 0) address.change({ columns: chosen.join(',') })
  }

  return (
    <>
      <ActionButton variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {t('label')}
      </ActionButton>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('title')}>
        <Stack gap="xs">
          {Object.keys(list.columns).map((name) => (
            <Checkbox
              key={name}
              label={texts.column(name)}
              checked={columns.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
          <Button variant="quiet" size="sm" onClick={() => address.change({ columns: '' })}>
            {t('reset')}
          </Button>
        </Stack>
      </Dialog>
    </>
  )
}

const letterKeys = ['j', 'k', 'x', 'enter', 'help', 'palette'] as const
const otherKeys = ['down', 'up', 'enter', 'palette'] as const

function Keys({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('staff-list.keys')
  const { hasLetterKeys } = useMember()
  const keys = hasLetterKeys ? letterKeys : otherKeys

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      <dl className={classes.keys}>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`${key}.key`)}</kbd>
            </dt>
            <dd>{t(`${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
