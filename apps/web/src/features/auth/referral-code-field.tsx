import { isReferralCode } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#lib/gateway/api.ts'
import { rememberReferralCode } from '#lib/referral-code.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedValue } from '#ui/use-debounced.ts'

const typingMs = 400

/** Whether a code can be used; undefined while that is not known. */
function useCodeCheck(typed: string): boolean | undefined {
  const code = useDebouncedValue(typed.trim(), typingMs)
  const isPossible = isReferralCode(code)
  const check = useQuery({
    queryKey: ['referral-code', code],
    queryFn: ({ signal }) => api('GET /global/account/referral/code', { query: { code } }, { signal, quiet: true }),
    enabled: isPossible,
    retry: false,
  })
  const isValid = check.data?.valid

  // A sign-up through a third party leaves the form and sends the remembered code.
  useEffect(() => {
    if (isValid) rememberReferralCode(code)
  }, [isValid, code])

  if (code === '') return undefined
  return isPossible ? isValid : false
}

/** Takes the code of the person who invited the visitor. A wrong code does not block the sign-up. */
export function ReferralCodeField(field: FieldBinding) {
  const t = useTranslations('auth.signUp')
  const isValid = useCodeCheck(String(field.value))

  return (
    <TextField
      {...field}
      label={t('referralCode')}
      description={isValid === true ? t('referralKnown') : undefined}
      error={isValid === false ? t('referralUnknown') : undefined}
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
