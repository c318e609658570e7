import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import classes from './address-book.module.css'

interface SelectionBarProps {
  shown: number
  selected: number
  onSelectAll: (all: boolean) => void
  onRemove: () => void
}

/** Selects all shown addresses and removes the selected ones. */
export function SelectionBar({ shown, selected, onSelectAll, onRemove }: SelectionBarProps) {
  const t = useTranslations('address')
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
        <Button size="xs" variant="quietDanger" onClick={onRemove}>
          {t('deleteSelected')}
        </Button>
      ) : null}
    </div>
  )
}
