import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { withoutAccents } from '#lib/texts/without-accents.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldTexts, useField } from './field.tsx'
import type { SelectOption } from './select.tsx'

/** "etats" finds "États-Unis": people search without accents. */
export function matchingOptions<Option extends { label: string }>(
  options: readonly Option[],
  search: string,
): Option[] {
  const wanted = withoutAccents(search).trim()
  return options.filter((option) => withoutAccents(option.label).includes(wanted))
}

interface SearchSelectProps extends FieldTexts {
  options: readonly SelectOption[]
  value?: string | null
  /** Empty when the choice was cleared. */
  onChange: (value: string) => void
  placeholder?: string
  /** Shown when no option matches what was typed. */
  noMatch: string
  /** Names the button that clears the choice; without it there is none. */
  clearLabel?: string | undefined
  required?: boolean
  autoComplete?: string
  onFocus?: () => void
  onBlur?: () => void
  'data-path'?: string
}

/** Chooses one of hundreds of options by typing. For a few options `Select` is enough. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, description, error, options, value, onChange, noMatch, clearLabel, ...rest } = props
  const { attributes } = useField({ description, error })

  return (
    <FieldFrame id={attributes.id} label={label} description={description} error={error}>
      <Select
        {...rest}
        {...attributes}
        value={value || null}
        onChange={(chosen: string | null) => onChange(chosen ?? '')}
        data={options.map(({ value: key, label: text, disabled = false }) => ({ value: key, label: text, disabled }))}
        filter={({ options: all, search }) => matchingOptions(all as { value: string; label: string }[], search)}
        nothingFoundMessage={noMatch}
        searchable
        allowDeselect={false}
        clearable={clearLabel !== undefined}
        clearButtonProps={{ 'aria-label': clearLabel ?? '' }}
        error={Boolean(error)}
        withErrorStyles
        size="md"
        maxDropdownHeight={260}
        // Rendering hundreds of options at every key press in the form would make typing slow.
        comboboxProps={{ keepMounted: false }}
        classNames={{ input: classes.search ?? '' }}
      />
    </FieldFrame>
  )
}
