import { useAttempt } from '#lib/gateway/attempt.ts'
import { refreshMember, useMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { usePressAction } from '../shared/page-actions.ts'

/** Whether single letters are shortcuts: who speaks to the computer, or types with shaking hands, hits them by accident. */
export function Shortcuts() {
  const t = useTranslations('staff-access.shortcuts')
  const { hasLetterKeys } = useMember()
  const { attempt, failure, busy } = useAttempt()
  const checkbox = usePressAction<HTMLInputElement>(busy ? null : t('letters'))

  const toggle = () =>
    attempt(async () => {
      await staffApi('PATCH /global/staff/me/shortcuts', { body: { hasLetterKeys: !hasLetterKeys } }, { quiet: true })
      await refreshMember()
      toast.success(t('saved'))
    })

  return (
    <Stack gap="sm">
      <Hint>{t('intro')}</Hint>
      <FormAlert failure={failure} />
      <Checkbox
        ref={checkbox}
        label={t('letters')}
        checked={hasLetterKeys}
        disabled={busy}
        onChange={() => void toggle()}
      />
    </Stack>
  )
}
