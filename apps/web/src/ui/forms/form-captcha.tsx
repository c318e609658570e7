import { useEffect, useRef } from 'react'
import { CaptchaField, type CaptchaHandle, type CaptchaValue } from './captcha-field.tsx'

interface FormWithCaptcha {
  getValues(): { captcha: CaptchaValue }
  setFieldValue(path: 'captcha', value: CaptchaValue): void
  clearFieldError(path: 'captcha.answer' | 'captcha.captchaId'): void
  errorText(path: string): string | undefined
}

interface FormCaptchaProps {
  form: FormWithCaptcha
  /** How often the server refused the form: each refusal uses up the challenge (ABU-4). */
  refusals: number
}

/** The CAPTCHA as the `captcha` field of a form. */
export function FormCaptcha({ form, refusals }: FormCaptchaProps) {
  const handle = useRef<CaptchaHandle>(null)
  useEffect(() => {
    if (refusals > 0) handle.current?.reset()
  }, [refusals])

  const change = (captcha: CaptchaValue) => {
    form.setFieldValue('captcha', captcha)
    // A new challenge clears the answer: the error must stay until the visitor types again.
    if (captcha.answer === '') return
    form.clearFieldError('captcha.answer')
    form.clearFieldError('captcha.captchaId')
  }

  return (
    <CaptchaField
      ref={handle}
      value={form.getValues().captcha}
      onChange={change}
      error={form.errorText('captcha.answer') ?? form.errorText('captcha.captchaId')}
    />
  )
}
