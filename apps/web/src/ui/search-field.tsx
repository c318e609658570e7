import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedCallback } from '#ui/use-debounced.ts'
import classes from './list.module.css'

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Long enough for a word to be searched once, short enough to feel immediate. */
const delayMs = 300

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, delayMs)

  // The browser's back button, and "show all", change the address without typing here.
  useEffect(() => setTyped(value), [value])

  return (
    <TextField
      type="search"
      aria-label={label}
      placeholder={label}
      icon={<IconSearch size={18} aria-hidden />}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
      className={classes.search}
    />
  )
}
