import { Button, Checkbox } from '@mantine/core'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './address-book.module.css'

interface SelectionBarProps {
  shown: number
  selected: number
  onSelectAll: (all: boolean) => void
  onRemove: () => void
}

/** Marks all that is shown, and says what happens to what is marked. */
export function SelectionBar({ shown, selected, onSelectAll, onRemove }: SelectionBarProps) {
  const t = useTranslations('addresses')
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
        <Button size="xs" variant="light" color="red" onClick={onRemove}>
          {t('deleteSelected')}
        </Button>
      ) : null}
    </div>
  )
}
