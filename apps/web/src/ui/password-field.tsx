import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { IconButton } from './icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password, hidden until its button shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const t = useTranslations('app.ui')
  const [visible, setVisible] = useState(false)
  const toggle = (
    <IconButton aria-label={visible ? t('hidePassword') : t('showPassword')} onClick={() => setVisible(!visible)}>
      {visible ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
    </IconButton>
  )

  return <TextField {...props} type={visible ? 'text' : 'password'} trailing={toggle} />
}
