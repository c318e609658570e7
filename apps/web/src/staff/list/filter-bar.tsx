import { filterText, type ListColumn, type ListDeclaration, type ListFilter, operatorsOf } from '@cotation/domain'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './list.module.css'
import { useListTexts } from './list-value.tsx'
import type { ListAddress } from './use-list-address.ts'

interface FilterBarProps {
  list: ListDeclaration
  address: ListAddress
  /** Names of persons and records in filters, by id. */
  names: ReadonlyMap<string, string>
}

/** The filters of a list as chips, and a dialog that adds one. */
export function FilterBar({ list, address, names }: FilterBarProps) {
  const t = useTranslations('staff-list.filters')
  const [isOpen, setIsOpen] = useState(false)
  const describe = useFilterText(list, names)
  const filters = Object.entries(address.filters)

  return (
    <Row gap="xs">
      {filters.map(([name, filter]) => (
        <Button
          key={name}
          variant="secondary"
          size="xs"
          className={classes.chip}
          onClick={() => address.change({ [name]: '' })}
          aria-label={t('remove', { filter: describe(name, filter) })}
        >
          {describe(name, filter)}
          <span aria-hidden>×</span>
        </Button>
      ))}
      <Button variant="quiet" size="xs" onClick={() => setIsOpen(true)}>
        {t('add')}
      </Button>
      {filters.length > 0 ? (
        <Button variant="quiet" size="xs" onClick={address.clear}>
          {t('clear')}
        </Button>
      ) : null}
      {isOpen ? <FilterDialog list={list} address={address} onClose={() => setIsOpen(false)} /> : null}
    </Row>
  )
}

/** A filter in words: "Status: paid, in review". */
function useFilterText(list: ListDeclaration, names: ReadonlyMap<string, string>) {
  const t = useTranslations('staff-list')
  const texts = useListTexts()

  return (name: string, { operator, values }: ListFilter): string => {
    const column = list.columns[name]
    const shown = values.map((value) => {
      if (column?.type === 'flag') return value === 'yes' ? t('yes') : t('no')
      if (column?.type === 'money') return String(Number(value) / 100)
      if (column?.choices) return texts.choice(column, value)
      return names.get(value) ?? value
    })
    return `${texts.column(name)} ${texts.operator(operator)} ${shown.join(', ')}`.trim()
  }
}

interface FilterDialogProps {
  list: ListDeclaration
  address: ListAddress
  onClose: () => void
}

/** Persons and records are filtered by name here; by id only where a link says so. */
const offeredOperators = (column: ListColumn) =>
  operatorsOf(column).filter((operator) => operator !== 'in' || column.choices !== undefined)

function FilterDialog({ list, address, onClose }: FilterDialogProps) {
  const t = useTranslations('staff-list.filters')
  const texts = useListTexts()
  const fieldId = useId()
  const filterable = Object.entries(list.columns).filter(([, column]) => offeredOperators(column).length > 0)
  const [name, setName] = useState(filterable[0]?.[0] ?? '')
  const column = list.columns[name]
  const [operator, setOperator] = useState('')
  const [values, setValues] = useState<readonly string[]>([])
  if (!column) return null

  const operators = offeredOperators(column)
  const chosen = operators.find((one) => one === operator) ?? operators[0]

  const choose = (other: string) => {
    setName(other)
    setOperator('')
    setValues([])
  }

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) return
    const given = column.type === 'money' ? values.map((value) => String(Math.round(Number(value) * 100))) : values
    address.change({ [name]: filterText({ operator: chosen, values: given }) })
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('title')} size="md">
      <form onSubmit={apply}>
        <Stack gap="md">
          <Select
            id={fieldId}
            label={t('column')}
            value={name}
            onChange={(event) => choose(event.currentTarget.value)}
            options={filterable.map(([key]) => ({ value: key, label: texts.column(key) }))}
          />
          <Select
            label={t('operator')}
            value={chosen}
            onChange={(event) => {
              setOperator(event.currentTarget.value)
              setValues([])
            }}
            options={operators.map((one) => ({ value: one, label: texts.operator(one) }))}
          />
          <FilterValues column={column} operator={chosen ?? ''} values={values} onChange={setValues} />
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="sm">
              {t('apply')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}

interface FilterValuesProps {
  column: ListColumn
  operator: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** The fields that an operator of a column needs. */
function FilterValues({ column, operator, values, onChange }: FilterValuesProps) {
  const t = useTranslations('staff-list')
  const texts = useListTexts()
  if (operator === 'empty' || operator === 'filled') return null

  if (column.choices) {
    const toggle = (choice: string) =>
      onChange(values.includes(choice) ? values.filter((one) => one !== choice) : [...values, choice])
    return (
      <CheckboxGroup label={t('filters.values')} required>
        {column.choices.map((choice) => (
          <Checkbox
            key={choice}
            label={texts.choice(column, choice)}
            checked={values.includes(choice)}
            required={values.length === 0}
            onChange={() => toggle(choice)}
          />
        ))}
      </CheckboxGroup>
    )
  }

  if (column.type === 'flag') {
    return (
      <Select
        label={t('filters.value')}
        required
        value={values[0] ?? ''}
        placeholder=""
        onChange={(event) => onChange([event.currentTarget.value])}
        options={[
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
      />
    )
  }

  const isDays = operator === 'last' || operator === 'within'
  const isDate = !isDays && (column.type === 'time' || column.type === 'day')
  const isNumber = isDays || column.type === 'number' || column.type === 'money'
  let pattern: string | undefined
  if (isNumber) pattern = column.type === 'money' ? '-?\\d{1,10}(\\.\\d{1,2})?' : '-?\\d{1,10}'

  const field = (index: number, label: string) => (
    <TextField
      label={label}
      required
      type={isDate ? 'date' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      pattern={pattern}
      maxLength={isDate ? undefined : 200}
      value={values[index] ?? ''}
      onChange={(event) => onChange(values.toSpliced(index, 1, event.currentTarget.value))}
    />
  )

  if (operator !== 'between') return field(0, isDays ? t('filters.days') : t('filters.value'))
  return (
    <Row>
      {field(0, t('filters.from'))}
      {field(1, t('filters.to'))}
    </Row>
  )
}
