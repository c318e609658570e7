import {
  type FilterOperator,
  filterText,
  type Language,
  type ListColumn,
  type ListDeclaration,
  type ListFilter,
  operatorsOf,
} from '@cotation/domain'
import { type FormEvent, useId, useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { hasTooManyDecimals, parseCents, parseWholeNumber } from '#lib/texts/parse-number.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
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
      <ActionButton variant="quiet" size="xs" onClick={() => setIsOpen(true)}>
        {t('add')}
      </ActionButton>
      {filters.length > 0 ? (
        <ActionButton variant="quiet" size="xs" onClick={address.clear}>
          {t('clear')}
        </ActionButton>
      ) : null}
      {isOpen ? <FilterDialog list={list} address={address} onClose={() => setIsOpen(false)} /> : null}
    </Row>
  )
}

/** A filter in words: "Status: Paid, In review". */
function useFilterText(list: ListDeclaration, names: ReadonlyMap<string, string>) {
  const t = useTranslations('staff-list')
  const texts = useListTexts()
  const formats = useFormats('medium')

  const shownValue = (column: ListColumn, operator: FilterOperator, value: string): string => {
    if (isDayCount(operator)) return value
    if (column.choices) return texts.choice(column, value)
    if (column.type === 'flag') return value === 'yes' ? t('yes') : t('no')
    if (column.type === 'money') return formats.money(Number(value))
    if (column.type === 'number') return formats.number(Number(value))
    if (column.type === 'time' || column.type === 'day') return formats.dayAndYear(value)
    return names.get(value) ?? value
  }

  return (name: string, { operator, values }: ListFilter): string => {
    const column = list.columns[name]
    if (!column) return ''

    const shown = values.map((value) => shownValue(column, operator, value))
    const [first = '', second = ''] = shown
    const isDays = isDate(column, operator)
    return t(`said.${isDays && operator === 'between' ? 'between-days' : operator}`, {
      column: texts.column(name),
      values: shown.join(', '),
      first,
      second,
      count: Number(values[0] ?? 0),
    })
  }
}

/** Whether the value of an operator is a number of days. */
const isDayCount = (operator: FilterOperator): boolean => operator === 'last' || operator === 'within'

/** Whether the values of an operator are calendar days. */
const isDate = ({ type }: ListColumn, operator: FilterOperator): boolean =>
  !isDayCount(operator) && (type === 'time' || type === 'day')

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
  const [wrong, setWrong] = useState<readonly number[]>([])
  const { language } = useLanguage()
  if (!column) return null

  const operators = offeredOperators(column)
  const chosen = operators.find((one) => one === operator) ?? operators[0]

  const choose = (other: string) => {
    setName(other)
    setOperator('')
    setValues([])
    setWrong([])
  }

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) return

    const given = values.map((value) => storedValue(column, chosen, value, language))
    const refused = given.flatMap((value, index) => (value === null ? [index] : []))
    setWrong(refused)
    if (refused.length > 0) return

    address.change({ [name]: filterText({ operator: chosen, values: given.filter((value) => value !== null) }) })
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
              setWrong([])
            }}
            options={operators.map((one) => ({ value: one, label: texts.operator(one) }))}
          />
          {chosen === undefined ? null : (
            <FilterValues column={column} operator={chosen} values={values} wrong={wrong} onChange={setValues} />
          )}
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

/** What is typed as the address has it; null if it should be a number and is not. */
function storedValue(column: ListColumn, operator: FilterOperator, typed: string, language: Language): string | null {
  const isMoney = column.type === 'money'
  if (!isMoney && column.type !== 'number' && !isDayCount(operator)) return typed

  const number = isMoney ? parseCents(typed, language) : parseWholeNumber(typed, language)
  return number === undefined ? null : String(number)
}

interface FilterValuesProps {
  column: ListColumn
  operator: FilterOperator
  values: readonly string[]
  /** The positions of values that are no numbers. */
  wrong: readonly number[]
  onChange: (values: readonly string[]) => void
}

/** The fields that an operator of a column needs. */
function FilterValues({ column, operator, values, wrong, onChange }: FilterValuesProps) {
  const t = useTranslations('staff-list')
  const amounts = useTranslations('staff.amount')
  const { language } = useLanguage()
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

  const isDays = isDayCount(operator)
  const isNumber = isDays || column.type === 'number' || column.type === 'money'
  // Both ends from the beginning: the second one may be typed first.
  const [first = '', second = ''] = values

  const faultOf = (value: string) =>
    column.type === 'money' && hasTooManyDecimals(value, language) ? amounts('decimals') : t('filters.notNumber')

  const field = (label: string, value: string, isWrong: boolean, onText: (text: string) => void) => (
    <TextField
      label={label}
      required
      type={isDate(column, operator) ? 'date' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      maxLength={isDate(column, operator) ? undefined : 200}
      value={value}
      error={isWrong ? faultOf(value) : undefined}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )

  if (operator !== 'between') {
    const label = isDays ? t('filters.days') : t('filters.value')
    return field(label, first, wrong.includes(0), (text) => onChange([text]))
  }
  return (
    <Row>
      {field(t('filters.from'), first, wrong.includes(0), (text) => onChange([text, second]))}
      {field(t('filters.to'), second, wrong.includes(1), (text) => onChange([first, text]))}
    </Row>
  )
}
