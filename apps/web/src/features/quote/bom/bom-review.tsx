import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Bom } from '#features/quote/files/read-bom.ts'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './bom.module.css'
import { bomStep, type PlannedRow, planBom } from './plan-bom.ts'
import type { BomCorrection } from './plan-line.ts'
import { RowCorrection, RowValues } from './row-fields.tsx'

type ReadableBom = Extract<Bom, { ok: true }>

interface BomReviewProps {
  name: string
  bom: ReadableBom
  store: ProjectStore
  onClose: () => void
  /** All rows are applied or left out. */
  onApplied: () => void
}

/** Shows what a parts list would change, to be corrected before it is applied as one step. */
export function BomReview({ name, bom, store, onClose, onApplied }: BomReviewProps) {
  const t = useTranslations('upload.bom')
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)

  return (
    <Dialog opened onClose={onClose} title={t('title', { name })} size="xl" closeLabel={t('later')} keepsOpenOutside>
      {workspace ? <Review bom={bom} workspace={workspace} onClose={onClose} onApplied={onApplied} /> : null}
    </Dialog>
  )
}

function useCorrections() {
  const [corrections, setCorrections] = useState<ReadonlyMap<number, BomCorrection>>(new Map())
  const correct = (row: number, change: Partial<BomCorrection>) =>
    setCorrections((all) => new Map(all).set(row, { ...all.get(row), ...change }))

  return { corrections, correct }
}

/** The number of values that were not recognised and will not be applied. */
const unresolvedIn = (rows: readonly PlannedRow[]): number =>
  rows.reduce((sum, { planned }) => sum + Object.keys(planned[0]?.problems ?? {}).length, 0)

interface ReviewProps extends Pick<BomReviewProps, 'bom' | 'onClose' | 'onApplied'> {
  workspace: Workspace
}

function Review({ bom, workspace, onClose, onApplied }: ReviewProps) {
  const t = useTranslations('upload.bom')
  const { lines, catalogue, actions } = workspace
  const { corrections, correct } = useCorrections()
  const rows = useMemo(() => planBom(bom.rows, corrections, lines, catalogue), [bom, corrections, lines, catalogue])
  const step = bomStep(rows)
  const unresolved = unresolvedIn(rows)
  const waiting = rows.filter(({ row, state }) => state === 'waiting' && !corrections.get(row.number)?.isLeftOut).length

  const apply = () => {
    if (!step) return
    actions.edit(step)
    toast.success(t('applied', { count: step.edits.length }))
    if (waiting > 0) onClose()
    else onApplied()
  }

  return (
    <Stack>
      <Text size="sm">{t('intro')}</Text>
      {bom.ignoredColumns.length > 0 ? (
        <Hint>{t('ignored', { count: bom.ignoredColumns.length, columns: bom.ignoredColumns.join(', ') })}</Hint>
      ) : null}
      <ul className={classes.rows}>
        {rows.map((plan) => (
          <ReviewedRow
            key={plan.row.number}
            plan={plan}
            workspace={workspace}
            correction={corrections.get(plan.row.number) ?? {}}
            onCorrect={(change) => correct(plan.row.number, change)}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <div role="status">
          {unresolved > 0 ? <Text size="sm">{t('unresolved', { count: unresolved })}</Text> : null}
          {waiting > 0 ? <Text size="sm">{t('waiting', { count: waiting })}</Text> : null}
        </div>
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('later')}
          </Button>
          <Button size="sm" disabled={!step} onClick={apply}>
            {t('apply', { count: step?.edits.length ?? 0 })}
          </Button>
        </Row>
      </div>
    </Stack>
  )
}

interface ReviewedRowProps {
  plan: PlannedRow
  workspace: Workspace
  correction: BomCorrection
  onCorrect: (change: Partial<BomCorrection>) => void
}

/** A row of the list: the part it sets, and what it sets. Fields open where something is missing. */
function ReviewedRow({ plan, workspace: { lines, catalogue }, correction, onCorrect }: ReviewedRowProps) {
  const t = useTranslations('upload.bom')
  const { row, state, planned } = plan
  const hasProblem = Object.keys(planned[0]?.problems ?? {}).length > 0
  // Fields that were needed stay open: they must not vanish while a value is typed.
  const [isOpen, setOpen] = useState(hasProblem)
  if (hasProblem && !isOpen) setOpen(true)

  const isLeftOut = correction.isLeftOut ?? false
  const needsPart = state === 'unmatched' || correction.lineId !== undefined

  return (
    <li className={classes.row} data-problem={hasProblem || (state !== 'ready' && !isLeftOut)}>
      <div className={classes.head}>
        <Checkbox
          label={t('take', { number: row.number, name: row.names[0] ?? '' })}
          checked={!isLeftOut}
          onChange={({ currentTarget }) => onCorrect({ isLeftOut: !currentTarget.checked })}
        />
        {planned.length > 0 && !isOpen ? (
          <Button
            variant="quiet"
            size="xs"
            aria-label={t('changeRow', { number: row.number })}
            onClick={() => setOpen(true)}
          >
            {t('change')}
          </Button>
        ) : null}
      </div>
      {isLeftOut ? null : (
        <>
          {needsPart ? (
            <PartField lines={lines} correction={correction} onCorrect={onCorrect} isMissing={state === 'unmatched'} />
          ) : null}
          {state === 'ready' || state === 'unmatched' ? null : <Text size="sm">{t(`state.${state}`)}</Text>}
          <RowTarget plan={plan} />
          {isOpen ? (
            <RowCorrection plan={plan} catalogue={catalogue} correction={correction} onCorrect={onCorrect} />
          ) : (
            <RowValues plan={plan} catalogue={catalogue} />
          )}
        </>
      )}
    </li>
  )
}

/** The part that a row sets; an assembly has several bodies. */
function RowTarget({ plan: { lines } }: { plan: PlannedRow }) {
  const t = useTranslations('upload.bom')
  const [line, ...others] = lines
  if (!line) return null

  const name = others.length > 0 ? t('bodies', { name: line.name, count: others.length }) : line.name
  return <Hint>{t('target', { name })}</Hint>
}

interface PartFieldProps {
  lines: readonly WorkLine[]
  correction: BomCorrection
  onCorrect: (change: Partial<BomCorrection>) => void
  isMissing: boolean
}

/** Chooses the part of a row whose name matches none. */
function PartField({ lines, correction, onCorrect, isMissing }: PartFieldProps) {
  const t = useTranslations('upload.bom')
  const options = lines.filter(({ provisional }) => !provisional).map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Select
      label={t('part')}
      error={isMissing ? t('state.unmatched') : undefined}
      placeholder={t('choosePart')}
      value={correction.lineId ?? ''}
      options={options}
      onChange={(event) => onCorrect({ lineId: event.currentTarget.value })}
    />
  )
}
