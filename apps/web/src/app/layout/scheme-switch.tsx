import { useTranslations } from '#lib/texts/i18n.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from '#ui/icons.tsx'
import { useSchemeChoice } from '#ui/theme/color-scheme.ts'
import { ToggleGroup } from '#ui/toggle-group.tsx'

export function SchemeSwitch() {
  const t = useTranslations('app.shell')
  const { choice, choose } = useSchemeChoice()

  return (
    <ToggleGroup
      label={t('colourScheme')}
      toggles={[
        { value: 'light', content: <SunIcon />, label: t('light') },
        { value: 'dark', content: <MoonIcon />, label: t('dark') },
        { value: 'auto', content: <ScreenIcon />, label: t('system') },
      ]}
      value={choice}
      onChange={choose}
    />
  )
}
