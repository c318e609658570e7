import { useId, useRef, useState } from 'react'
import { useLineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useSettled } from '#features/quote/workspace/use-timers.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FilterBar, SortSelect } from './filter-bar.tsx'
import { LeftOutNotice } from './left-out-notice.tsx'
import { LineCards } from './line-cards.tsx'
import { noFilter } from './line-filter.ts'
import classes from './lines.module.css'
import { onRowKey, onTableKey } from './row-keys.ts'
import { nothingSelected, toggledAll } from './selection.ts'
import { SelectAll, TableHead } from './table-head.tsx'
import { TableRows, TableTotals } from './table-rows.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { useBulkActions } from './use-bulk-actions.ts'

import { type LinesModel, useLinesModel } from './use-lines-model.ts'

interface LinesTableProps {
  workspace: Workspace
  openId: string | undefined
  onOpen: (lineId: string) => void
}

/** Long enough to finish typing a word, short enough to be noticed as its result. */
const announceAfterMs = 600

/**
 * The lines of a project, designed for 200 of them: search, sort, select and edit together. Cards
 * on a phone.
 */
export function LinesTable({ workspace, openId, onOpen }: LinesTableProps) {
  const { catalogue, lines, project, actions } = workspace
  const t = useTranslations('line')
  const root = useRef<HTMLElement>(null)
  const model = useLinesModel(workspace, onOpen, root)
  const active = model.list.shown.find(({ id }) => id === model.activeId)
  const bulk = useBulkActions(workspace, { selected: model.selected, active })
  const texts = useLineTexts(workspace)
  const hintId = useId()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const [isTransferring, setTransferring] = useState(false)

  const { list, selection, selected, setSelection, activeId, remove, removal, on } = model
  const keys = { ids: list.ids, activeId, selection, setSelection, focusRow: model.focusRow, open: onOpen, remove }
  const rows = {
    shown: list.shown,
    ids: list.ids,
    activeId,
    openId,
    catalogue,
    texts,
    on,
    selectedIds: selection.ids,
    label: t('label'),
    onKeyDown: (event: React.KeyboardEvent) => onRowKey(event, keys),
  }

  const selectAll = {
    shown: list.ids.length,
    selectedShown: list.ids.filter((id) => selection.ids.has(id)).length,
    onSelectAll: () => setSelection(toggledAll(selection, list.ids)),
  }

  return (
    <section
      ref={root}
      className={classes.lines}
      data-selecting={selected.length > 0 || undefined}
      aria-label={t('label')}
      onKeyDown={(event) => onTableKey(event, keys)}
      onCopy={bulk.onCopy}
      onPaste={bulk.onPaste}
    >
      <h2 className="visually-hidden">{t('label')}</h2>
      <FilterBar filter={list.filter} counts={list.counts} onChange={list.setFilter} />
      {isPhone ? (
        <Row justify="between">
          <SelectAll {...selectAll} label={t('all')} />
          <SortSelect sort={list.sort} onSort={list.setSort} />
        </Row>
      ) : null}
      {bulk.outcome ? (
        <LeftOutNotice outcome={bulk.outcome} catalogue={catalogue} texts={texts} onClose={bulk.closeOutcome} />
      ) : null}
      {list.shown.length === 0 && lines.length > 0 ? <NothingFound onReset={() => list.setFilter(noFilter)} /> : null}
      {list.shown.length > 0 && isPhone ? <LineCards {...rows} /> : null}
      {list.shown.length > 0 && !isPhone ? (
        <>
          <TableRows
            {...rows}
            hintId={hintId}
            head={<TableHead {...selectAll} sort={list.sort} onSort={list.sortBy} />}
            foot={
              <TableTotals
                rowIndex={list.shown.length + 2}
                lines={selected.length > 0 ? selected : list.shown}
                ofSelection={selected.length > 0}
                texts={texts}
              />
            }
          />
          <p id={hintId} className={classes.hint}>
            {t('keys')}
          </p>
        </>
      ) : null}
      {selected.length > 0 ? (
        <BulkBar
          projectId={project.id}
          selected={selected}
          catalogue={catalogue}
          texts={texts}
          isPhone={isPhone}
          apply={bulk.apply}
          onCopy={bulk.copy}
          onPaste={bulk.paste}
          onTransfer={() => setTransferring(true)}
          onRemove={() => remove([...selection.ids])}
          onClear={() => setSelection(nothingSelected)}
        />
      ) : null}
      <Announcement model={model} total={lines.length} />
      <Confirm
        opened={removal.asked.length > 0}
        title={t('removal.title', { count: removal.asked.length })}
        confirmLabel={t('removal.confirm')}
        cancelLabel={t('removal.keep')}
        onConfirm={removal.confirm}
        onCancel={removal.cancel}
      >
        {t('removal.text')}
      </Confirm>
      <TransferDialog
        opened={isTransferring && selected.length > 0}
        lineIds={selected.map(({ id }) => id)}
        project={project}
        actions={actions}
        onClose={() => setTransferring(false)}
      />
    </section>
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  const t = useTranslations('line.filter')
  return (
    <EmptyState
      title={t('nothing')}
      text={t('nothingText')}
      action={
        <Button variant="secondary" onClick={onReset}>
          {t('reset')}
        </Button>
      }
    />
  )
}

/** Announces sorting and the number of shown and selected lines to screen readers. */
function Announcement({ model: { list, selected }, total }: { model: LinesModel; total: number }) {
  const t = useTranslations('line')
  const { sort, filter, shown } = list
  const isFiltered = filter.text.trim() !== '' || filter.statuses.size > 0
  const text = [
    isFiltered ? t('announced.filtered', { count: shown.length, total }) : undefined,
    sort ? t(sort.descending ? 'announced.down' : 'announced.up', { column: t(`column.${sort.key}`) }) : undefined,
    selected.length > 0 ? t('announced.selected', { count: selected.length }) : undefined,
  ]

  return (
    <p className="visually-hidden" role="status">
      {useSettled(text.filter((part) => part !== undefined).join(' '), announceAfterMs)}
    </p>
  )
}
