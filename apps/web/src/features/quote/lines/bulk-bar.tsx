import { type Catalogue, leadTiers } from '@cotation/domain'
import { IconArrowsRightLeft, IconClipboard, IconCopy, IconTrash, IconX } from '@tabler/icons-react'
import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { parseQuantity } from '#features/quote/workspace/quantity.ts'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useWrongQuantities } from '#features/quote/workspace/use-quantity-draft.ts'
import { isEditable, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Select } from '#ui/select.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import {
  colourChoices,
  colourForAll,
  leadForAll,
  materialForAll,
  type QuantityChange,
  quantityForAll,
  toleranceChoices,
  toleranceForAll,
} from './bulk-edits.ts'
import classes from './lines.module.css'
import { MaterialSelect } from './material-select.tsx'
import type { BulkEdit } from './paste-configuration.ts'

interface BulkBarProps {
  projectId: string
  selected: readonly WorkLine[]
  catalogue: Catalogue
  texts: LineTexts
  isPhone: boolean
  apply: (edit: BulkEdit) => void
  onCopy: () => void
  onPaste: () => void
  onTransfer: () => void
  onRemove: () => void
  onClear: () => void
}

/**
 * Actions on all selected lines, each undone as one step. Warnings cannot be accepted here: each
 * is decided individually. On a phone the bar is at the bottom and unfolds.
 */
export function BulkBar(props: BulkBarProps) {
  const { selected, catalogue, texts, isPhone, apply, onClear } = props
  const t = useTranslations('line.bulk')
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = !isPhone || isUnfolded

  return (
    <section className={isPhone ? classes.sheet : classes.bulkBar} aria-label={t('label')}>
      <div className={classes.bulkLead}>
        <strong className={classes.selectedCount}>{t('selected', { count: selected.length })}</strong>
        {isPhone ? (
          <Button variant="secondary" size="sm" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t('edit')}
          </Button>
        ) : null}
        <CheckoutLink projectId={props.projectId} selected={selected} />
        <Button variant="quiet" size="sm" onClick={onClear}>
          <IconX size={16} aria-hidden />
          <span className={isPhone ? 'visually-hidden' : undefined}>{t('clear')}</span>
        </Button>
      </div>
      {isOpen ? (
        <div className={classes.tools}>
          <BulkFields selected={selected} catalogue={catalogue} texts={texts} apply={apply} />
          <BulkButtons {...props} />
        </div>
      ) : null}
    </section>
  )
}

/** Opens the checkout with the selected lines that are ready. */
function CheckoutLink({ projectId, selected }: Pick<BulkBarProps, 'projectId' | 'selected'>) {
  const t = useTranslations('line.bulk')
  const id = useId()
  const ready = selected.filter(({ status }) => status === 'ready')
  const wrongQuantities = useWrongQuantities(ready)
  if (ready.length === 0) return null

  if (wrongQuantities !== undefined)
    return (
      <>
        <span id={id} className={classes.hint}>
          {wrongQuantities}
        </span>
        <Button variant="secondary" size="sm" aria-disabled="true" aria-describedby={id}>
          {t('order', { count: ready.length })}
        </Button>
      </>
    )

  return (
    <LinkButton to="/checkout" search={{ project: projectId, lines: ready.map((line) => line.id).join() }} size="sm">
      {t('order', { count: ready.length })}
    </LinkButton>
  )
}

function BulkButtons({ onCopy, onPaste, onTransfer, onRemove, selected }: BulkBarProps) {
  const t = useTranslations('line.bulk')
  const hasConfiguration = selected.some(({ configuration }) => configuration)

  return (
    <div className={classes.buttons}>
      <Button variant="secondary" size="sm" disabled={!hasConfiguration} onClick={onCopy}>
        <IconCopy size={16} aria-hidden />
        {t('copy')}
      </Button>
      <Button variant="secondary" size="sm" onClick={onPaste}>
        <IconClipboard size={16} aria-hidden />
        {t('paste')}
      </Button>
      <Button variant="secondary" size="sm" onClick={onTransfer}>
        <IconArrowsRightLeft size={16} aria-hidden />
        {t('transfer')}
      </Button>
      <Button variant="quietDanger" size="sm" onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
        {t('remove')}
      </Button>
    </div>
  )
}

type BulkFieldsProps = Pick<BulkBarProps, 'selected' | 'catalogue' | 'texts' | 'apply'>

/**
 * The fields that change all selected lines at once. Colours and tolerances are offered if all
 * lines support them.
 */
function BulkFields({ selected, catalogue, texts, apply }: BulkFieldsProps) {
  const t = useTranslations('line.bulk')
  // Ticking a row must respond at once; the options that fit a hundred parts may follow later.
  const settled = useDeferredValue(selected)
  const editable = useMemo(() => settled.filter(isEditable), [settled])
  const colours = useMemo(() => colourChoices(settled, catalogue), [settled, catalogue])
  const tolerances = useMemo(() => toleranceChoices(settled, catalogue), [settled, catalogue])
  const named = (options: readonly { id: string; name: { fr: string; en: string } }[]) =>
    options.map(({ id, name }) => ({ value: id, label: name[texts.language] }))

  return (
    <>
      <MaterialSelect
        lines={editable}
        catalogue={catalogue}
        texts={texts}
        onChoose={(way) => apply(materialForAll(selected, way, catalogue))}
      />
      <QuantityForm texts={texts} onApply={(change) => apply(quantityForAll(selected, change))} />
      <ActionSelect
        label={t('lead')}
        placeholder={t('leadChoose')}
        options={leadTiers.map((lead) => ({
          value: lead,
          label: catalogue.leadTimes.tiers[lead].name[texts.language],
        }))}
        onChoose={(value) => {
          const lead = leadTiers.find((one) => one === value)
          if (lead) apply(leadForAll(selected, lead, catalogue))
        }}
      />
      <ActionSelect
        label={t('colour')}
        placeholder={t(colours.length > 0 ? 'colourChoose' : 'colourNone')}
        options={named(colours)}
        onChoose={(id) => apply(colourForAll(selected, id, catalogue))}
      />
      <ActionSelect
        label={t('tolerance')}
        placeholder={t(tolerances.length > 0 ? 'toleranceChoose' : 'toleranceNone')}
        options={named(tolerances)}
        onChoose={(id) => apply(toleranceForAll(selected, id))}
      />
    </>
  )
}

interface ActionSelectProps {
  label: string
  placeholder: string
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

/** A select that acts when an option is chosen, and then shows its placeholder again. */
function ActionSelect({ label, placeholder, options, onChoose }: ActionSelectProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value=""
      disabled={options.length === 0}
      options={[{ value: '', label: placeholder }, ...options]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

interface QuantityFormProps extends Pick<BulkBarProps, 'texts'> {
  onApply: (change: QuantityChange) => void
}

/** Sets the same quantity for all selected lines, or multiplies the quantity of each. */
function QuantityForm({ texts, onApply }: QuantityFormProps) {
  const t = useTranslations('line.bulk')
  const id = useId()
  const [mode, setMode] = useState<'set' | 'times'>('set')
  const [text, setText] = useState('')
  const { quantity, fault } = parseQuantity(text)
  const isWrong = fault !== undefined && text !== ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity === undefined) return
    onApply(mode === 'set' ? { set: quantity } : { times: quantity })
    setText('')
  }

  return (
    <form onSubmit={submit}>
      <div className={classes.bulkQuantity}>
        <Select
          size="sm"
          aria-label={t('quantityMode')}
          options={[
            { value: 'set', label: t('quantitySet') },
            { value: 'times', label: t('quantityTimes') },
          ]}
          value={mode}
          onChange={({ currentTarget: { value } }) => setMode(value === 'times' ? 'times' : 'set')}
        />
        <WholeNumberField
          min={1}
          size="sm"
          className={classes.bulkCount}
          aria-label={t('quantity')}
          value={text}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          onText={setText}
        />
        <Button type="submit" variant="secondary" size="sm" disabled={quantity === undefined}>
          {t('apply')}
        </Button>
      </div>
      {isWrong ? (
        <p id={id} role="alert" className={classes.fault}>
          {texts.faultText(fault)}
        </p>
      ) : null}
    </form>
  )
}
