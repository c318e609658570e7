import { useMantineColorScheme } from '@mantine/core'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { MoonIcon, ScreenIcon, SunIcon } from '#ui/icons.tsx'
import classes from './switch.module.css'

const choices = [
  { scheme: 'light', label: 'light', icon: <SunIcon /> },
  { scheme: 'dark', label: 'dark', icon: <MoonIcon /> },
  { scheme: 'auto', label: 'system', icon: <ScreenIcon /> },
] as const

export function SchemeSwitch() {
  const t = useTranslations('app.shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">{t('colourScheme')}</legend>
      {choices.map(({ scheme, label, icon }) => (
        <button
          key={scheme}
          type="button"
          className={classes.choice}
          aria-pressed={scheme === colorScheme}
          aria-label={t(label)}
          title={t(label)}
          onClick={() => setColorScheme(scheme)}
        >
          {icon}
        </button>
      ))}
    </fieldset>
  )
}
