import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './list-parts.module.css'

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Long enough that a word is asked for once, short enough to feel at once. */
const restMs = 300

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, restMs)

  // The way back, and "show all", change the address without a key pressed here.
  useEffect(() => setTyped(value), [value])

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} aria-hidden />}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
      className={classes.search ?? ''}
    />
  )
}
