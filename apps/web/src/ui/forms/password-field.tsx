import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** A password with a toggle that says what it does; Mantine's own has no name for screen readers. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('app.ui')
  const [visible, setVisible] = useState(false)

  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? t('hidePassword') : t('showPassword'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}
