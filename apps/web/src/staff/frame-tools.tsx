import { languages } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { MoonIcon, ScreenIcon, SunIcon } from '#ui/icons.tsx'
import { Row } from '#ui/stack.tsx'
import { useSchemeChoice } from '#ui/theme/color-scheme.ts'
import { ToggleGroup } from '#ui/toggle-group.tsx'

const names = { fr: 'french', en: 'english' } as const

/** Language and colours. */
export function FrameTools() {
  const t = useTranslations('app')
  const { language, setLanguage } = useLanguage()
  const { choice, choose } = useSchemeChoice()

  return (
    <Row gap="xs" noWrap>
      <ToggleGroup
        label={t('shell.colourScheme')}
        toggles={[
          { value: 'light', content: <SunIcon />, label: t('shell.light') },
          { value: 'dark', content: <MoonIcon />, label: t('shell.dark') },
          { value: 'auto', content: <ScreenIcon />, label: t('shell.system') },
        ]}
        value={choice}
        onChange={choose}
      />
      <ToggleGroup
        label={t('shell.language')}
        toggles={languages.map((code) => ({
          value: code,
          content: code.toUpperCase(),
          label: `${code.toUpperCase()}, ${t(`shell.${names[code]}`)}`,
          lang: code,
        }))}
        value={language}
        onChange={(code) => void setLanguage(code).catch(() => toast.error(t('failures.network')))}
      />
    </Row>
  )
}
